// The components and functions for React. They share the state of `virtual:routes/navigation`.
export * from '@turnout/navigation/react'
