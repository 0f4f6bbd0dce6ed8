/** Used by both applications. */
export async function fetchJson<Value>(path: string, signal: AbortSignal): Promise<Value> {
  const response = await fetch(path, { signal })
  if (!response.ok) throw response
  return response.json() as Promise<Value>
}

export interface Article {
  readonly id: number
  readonly title: string
}

/** HTML that comes from an editor. */
export const NOTE = '<p>See <a href="/articles/2">the second article</a>.</p>'
