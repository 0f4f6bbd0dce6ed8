// The components and functions for Vue. They share the state of `virtual:routes/navigation`.
export * from '@turnout/navigation/vue'
