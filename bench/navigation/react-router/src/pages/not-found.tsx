export function NotFound() {
  return (
    <>
      <title>Articles</title>
      <h1>Not found</h1>
    </>
  )
}
