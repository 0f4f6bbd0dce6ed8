// Lets several apps read the same body in turn.
import { trackBodyErrors } from './body-errors.ts'
import { canDerive, deriveRequest } from './derive-request.ts'

/** Creates the request for the next app. `isLast` means that no other app follows. */
export type ReplayedRequest = (isLast: boolean) => Request

/** True if a request may have a body that no code has read yet. */
export function canReplay({ method, bodyUsed }: Request): boolean {
  return method !== 'GET' && method !== 'HEAD' && canDerive(method) && !bodyUsed
}

/**
 * Lets several apps, which are called in turn, each read the complete body of a request.
 *
 * @param request one for which `canReplay` is true
 */
export function replayRequest(request: Request): ReplayedRequest {
  // srvx creates a request's body lazily. Copying the request reads its properties, so that the body exists from here on.
  const source = deriveRequest(request, {})
  if (source.body === null) return () => request
  const open = replayBody(source.body)
  return (isLast) => trackBodyErrors(deriveRequest(source, { body: open(isLast) }))
}

/** The longest body that is kept for a later app, in bytes. */
export const MAX_KEPT = 16 * 1024 * 1024

/**
 * Reads a body once from the client, for apps that are called in turn. Chunks that an app reads are kept for the next app,
 * up to `maxKept` bytes. Chunks that no app reads are never requested from the client.
 *
 * @returns a function that creates the next stream, which begins at the start of the body. `isLast` means that no other
 *   stream follows, so nothing is kept. The first stream provides the complete body, however long it is. A later stream fails
 *   with the code `ERR_BODY_TOO_LARGE` if an earlier one has read more than `maxKept` bytes.
 */
export function replayBody(
  body: ReadableStream<Uint8Array>,
  maxKept: number = MAX_KEPT,
): (isLast: boolean) => ReadableStream<Uint8Array> {
  const source = body.getReader()
  /** All chunks so far. Chunks before `released` are undefined, so that their memory is free. */
  const chunks: (Uint8Array | undefined)[] = []
  let released = 0
  let size = 0
  let isEnded = false
  let reading: Promise<void> | null = null

  /** Reads one chunk. If an earlier stream already waits for a chunk, both wait for the same one. */
  const readChunk = () =>
    (reading ??= source
      .read()
      .then(({ done: isDone, value }) => {
        if (isDone) isEnded = true
        else size += chunks[chunks.push(value) - 1]!.byteLength
      })
      .finally(() => (reading = null)))

  return (isLast) => {
    let position = 0
    return new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          if (position < released) {
            const message = `The body is longer than the ${maxKept} bytes that are kept for another app.`
            throw Object.assign(new Error(message), { code: 'ERR_BODY_TOO_LARGE' })
          }
          if (position === chunks.length && !isEnded) await readChunk()
          const chunk = chunks[position]
          if (chunk === undefined) return controller.close()
          position++
          // A copy: the app may change the bytes, or transfer their memory.
          controller.enqueue(isLast ? chunk : new Uint8Array(chunk))
          if (isLast || size > maxKept) while (released < position) chunks[released++] = undefined
        },
        cancel: (reason) => (isLast ? source.cancel(reason) : undefined),
      },
      { highWaterMark: 0 },
    )
  }
}
