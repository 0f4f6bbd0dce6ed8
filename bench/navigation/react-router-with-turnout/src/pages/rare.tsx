export function Show() {
  return (
    <>
      <title>Rare</title>
      <h1>Rare</h1>
    </>
  )
}
