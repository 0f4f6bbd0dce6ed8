export const title = 'Rare'

export function Show() {
  return <h1>Rare</h1>
}
