export function Text() {
  return (
    <>
      <p style={{ height: 3000 }}>The text</p>
      <h2 id="notes">Notes</h2>
      <p style={{ height: 1000 }}>Below</p>
    </>
  )
}

export function Comments() {
  return <p>The comments</p>
}

export function History() {
  return <p>The history</p>
}
