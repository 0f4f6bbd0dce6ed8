declare module 'virtual:compile-worker' {
  /** The code of `compile-worker.ts` with everything that it imports. */
  const code: string
  export default code
}

declare module 'virtual:inspector-page' {
  /** The inspector as one HTML file without data: it shows what the embedding page sends. */
  const html: string
  export default html
}
