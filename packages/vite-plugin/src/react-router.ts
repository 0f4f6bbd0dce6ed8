// The part of `virtual:routes/react-router` that is the same for all tables.
export * from '@turnout/adapters/react-router'
