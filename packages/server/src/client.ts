import type { HeaderValues } from './client-types.ts'

/** The part of a link that `send` uses. */
export interface SendLink {
  readonly url: string
  readonly method: string
}

/** The body of a request, and the options of `fetch`. */
export interface SendOptions extends Omit<RequestInit, 'method' | 'body'> {
  /** JSON. A body with files becomes form data, with names in Rails' format: `photo[title]`, `photo[tags][]`. */
  readonly body?: unknown
}

/** Settings of `createSend`: options of `fetch` for all requests. */
export interface SendSettings extends Omit<RequestInit, 'method' | 'body' | 'headers'> {
  /** Headers for all requests. A function is called once for each request, so that it can return a token that changes. */
  readonly headers?: HeaderValues | (() => HeaderValues)
  /** Default: the platform's `fetch`. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
}

/** A response that has arrived, or the failure to get one. */
export type SendResult =
  | { readonly status: number; readonly ok: boolean; readonly headers: Headers; readonly data: unknown }
  | { readonly status: 0; readonly ok: false; readonly error: unknown }

/**
 * Creates the function that sends requests to links: `await send(update(7), { body })`.
 *
 * It never rejects. A network failure, an abort and invalid JSON have the status 0.
 */
export function createSend({ fetch: fetchWith, headers: shared, ...settings }: SendSettings = {}) {
  return async ({ url, method }: SendLink, { body, headers, ...options }: SendOptions = {}): Promise<SendResult> => {
    try {
      const sent = new Headers(typeof shared === 'function' ? shared() : shared)
      new Headers(headers).forEach((value, name) => sent.set(name, value))
      if (!sent.has('accept')) sent.set('accept', 'application/json')
      const encoded = encode(body)
      if (typeof encoded === 'string') sent.set('content-type', 'application/json')
      const response = await (fetchWith ?? fetch)(url, {
        ...settings,
        ...options,
        // Methods are case-sensitive, and `fetch` changes the case of some methods only.
        method: method.toUpperCase(),
        headers: sent,
        ...(encoded && { body: encoded }),
      })
      const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '')
      const data: unknown = isJson ? await response.json() : await response.text()
      return { status: response.status, ok: response.ok, headers: response.headers, data }
    } catch (error) {
      return { status: 0, ok: false, error }
    }
  }
}

function encode(body: unknown): string | FormData | undefined {
  if (body instanceof FormData) return body
  let hasFiles = false
  const json = JSON.stringify(body, (_, value: unknown) => {
    hasFiles ||= value instanceof Blob
    return value
  })
  if (!hasFiles) return json
  const form = new FormData()
  const append = (name: string, value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) append(`${name}[]`, item)
    else if (value instanceof Blob) form.append(name, value)
    else if (value instanceof Date) append(name, value.toJSON())
    else if (typeof value === 'object' && value)
      for (const [key, field] of Object.entries(value)) append(name ? `${name}[${key}]` : key, field)
    // Forms have no null, so null becomes the empty string.
    else if (value !== undefined) form.append(name, `${value ?? ''}`)
  }
  append('', body)
  return form
}

export type { LinkTo, NoReply, Problem, QueryOf, Send, SendArguments, SendReply } from './client-types.ts'
