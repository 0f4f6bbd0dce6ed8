// Writes a request in the forms that people copy: its path, the call of its helper, and a `curl` command.

/** A request in one form. */
export interface Snippet {
  /** The label of its button. */
  readonly name: string
  readonly text: string
}

/** A request to a route. */
export interface SnippetRequest {
  /** The method; `GET` for a route of any method. */
  readonly method: string
  /** The path, with the base and percent-encoded. */
  readonly path: string
  /** The call of the helper; null if the route has no helper. */
  readonly helperCall: string | null
  /** `http://localhost:5173` */
  readonly origin: string
}

/** Returns a request in all forms that it has. Each form escapes the request's path. */
export function snippetsOf({ method, path, helperCall, origin }: SnippetRequest): Snippet[] {
  const curl = ['curl', ...curlOptions(method), shellWord(`${origin}${path}`)].join(' ')
  return [
    { name: 'path', text: path },
    ...(helperCall === null ? [] : [{ name: 'helper', text: helperCall }]),
    { name: 'curl', text: curl },
  ]
}

function curlOptions(method: string): string[] {
  if (method === 'HEAD') return ['--head']
  if (method === 'GET') return ['--include']
  return ['--include', '--request', shellWord(method), '--header', `'content-type: application/json'`, '--data', `'{}'`]
}

/** Returns one word of a POSIX shell. In single quotes only the quote itself has a meaning. */
function shellWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
