/** A page without an action. */
export function About() {
  return <h1>About</h1>
}
