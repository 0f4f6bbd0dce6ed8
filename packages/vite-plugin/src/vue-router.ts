// The part of `virtual:routes/vue-router` that is the same for all tables.
export * from '@turnout/adapters/vue-router'
