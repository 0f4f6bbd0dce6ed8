/** Parses `name: value` lines. Names are in lower case; lines without a name or a colon are left out. */
export function headerLines(text: string): [name: string, value: string][] {
  return text.split('\n').flatMap((line) => {
    const [name, value] = line.split(/:(.*)/s) as [string, string?]
    return value === undefined || name.trim() === '' ? [] : [[name.trim().toLowerCase(), value.trim()]]
  })
}
