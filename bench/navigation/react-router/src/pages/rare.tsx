export function Component() {
  return (
    <>
      <title>Rare</title>
      <h1>Rare</h1>
    </>
  )
}
