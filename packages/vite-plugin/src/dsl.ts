/** The one import that a route file needs. */
export * from '@turnout/compiler/dsl'
