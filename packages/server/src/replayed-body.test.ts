import { expect, test } from 'vitest'
import { replayBody } from './replayed-body.ts'

/** A body of chunks, and how many of them were read, and why it was cancelled. */
function bodyOf(...texts: readonly string[]) {
  const seen: { read: number; cancelled: unknown } = { read: 0, cancelled: null }
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const text = texts[seen.read]
        if (text === undefined) return controller.close()
        seen.read++
        controller.enqueue(new TextEncoder().encode(text))
      },
      cancel: (reason) => void (seen.cancelled = reason),
    },
    { highWaterMark: 0 },
  )
  return { body, seen }
}
const textOf = (stream: ReadableStream) => new Response(stream).text()

test('each stream provides the complete body', async () => {
  const { body, seen } = bodyOf('one ', 'two ', 'three')
  const open = replayBody(body)
  expect(await textOf(open(false))).toBe('one two three')
  expect(await textOf(open(false))).toBe('one two three')
  expect(await textOf(open(true))).toBe('one two three')
  expect(seen.read).toBe(3)
})

test('the second stream reads the rest of the body from the client', async () => {
  const { body, seen } = bodyOf('one ', 'two ', 'three')
  const open = replayBody(body)
  const first = open(false).getReader()
  await first.read()
  expect(seen.read).toBe(1)
  expect(await textOf(open(true))).toBe('one two three')
})

test('chunks that no stream reads are never requested from the client', async () => {
  const { body, seen } = bodyOf('one ')
  const open = replayBody(body)
  open(false)
  await open(false).cancel('no')
  expect(seen).toEqual({ read: 0, cancelled: null })
  await open(true).cancel('last')
  expect(seen).toEqual({ read: 0, cancelled: 'last' })
})

test('an empty body is empty in each stream', async () => {
  const open = replayBody(bodyOf().body)
  expect(await textOf(open(false))).toBe('')
  expect(await textOf(open(true))).toBe('')
})

test('two streams that are read at the same time provide the same bytes', async () => {
  const open = replayBody(bodyOf('a', 'b', 'c', 'd').body)
  expect(await Promise.all([textOf(open(false)), textOf(open(false))])).toEqual(['abcd', 'abcd'])
})

test('an app that changes bytes does not change them for the next app', async () => {
  const open = replayBody(bodyOf('text').body)
  const { value } = await open(false).getReader().read()
  value!.fill(0)
  structuredClone(value, { transfer: [value!.buffer] })
  expect(await textOf(open(true))).toBe('text')
})

test('an error of the body reaches each stream', async () => {
  const lost = new Error('lost')
  const open = replayBody(new ReadableStream({ pull: (controller) => controller.error(lost) }))
  await expect(textOf(open(false))).rejects.toBe(lost)
  await expect(textOf(open(true))).rejects.toBe(lost)
})

test('the first stream provides a body over the limit completely, and later streams fail', async () => {
  const texts = Array.from({ length: 100 }, (_, index) => `chunk ${index}, `)
  const open = replayBody(bodyOf(...texts).body, 100)
  expect(await textOf(open(false))).toBe(texts.join(''))
  await expect(textOf(open(true))).rejects.toMatchObject({ code: 'ERR_BODY_TOO_LARGE' })
})

test('a body exactly as long as the limit is kept', async () => {
  const open = replayBody(bodyOf('12345', '67890').body, 10)
  expect(await textOf(open(false))).toBe('1234567890')
  expect(await textOf(open(true))).toBe('1234567890')
})

test('a later stream provides a long body of which the first has read only a little', async () => {
  const open = replayBody(bodyOf('12345', '67890', 'x').body, 4)
  open(false)
  expect(await textOf(open(true))).toBe('1234567890x')
})
