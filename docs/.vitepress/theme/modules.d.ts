declare module 'virtual:compile-worker' {
  /** The code of `compile-worker.ts` with everything that it imports. */
  const code: string
  export default code
}
