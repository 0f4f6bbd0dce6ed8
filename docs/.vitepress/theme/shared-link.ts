// A route file in the fragment of an address. Browsers do not send fragments to servers.
import { MAX_SOURCE } from './sandbox.ts'

/** Returns the fragment of a link that opens the playground with a route file. */
export async function fragmentOf(source: string): Promise<string> {
  const stream = new Blob([source]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer())
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return `#file=${btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}`
}

/**
 * Returns the route file of a fragment; null if the fragment has none.
 *
 * @throws Error if the fragment is no file that `fragmentOf` has written, or if the file is longer than the playground's limit
 */
export async function sourceOf(fragment: string): Promise<string | null> {
  const [, encoded] = /^#file=(.*)$/s.exec(fragment) ?? []
  if (encoded === undefined) return null
  let source = ''
  try {
    const binary = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0))
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
    const reader = stream.pipeThrough(new TextDecoderStream('utf-8', { fatal: true })).getReader()
    // A few bytes can contain a text of gigabytes, so it is read only up to the limit.
    for (let part = await reader.read(); !part.done && source.length <= MAX_SOURCE; part = await reader.read()) {
      source += part.value
    }
    void reader.cancel()
  } catch {
    throw new Error('The link contains no route file that this page can read. It may have been cut.')
  }
  if (source.length > MAX_SOURCE) throw new Error(`The file in the link has more than ${MAX_SOURCE} characters.`)
  return source
}
