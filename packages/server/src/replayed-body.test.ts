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

test('each stream has the whole body', async () => {
  const { body, seen } = bodyOf('one ', 'two ', 'three')
  const open = replayBody(body)
  expect(await textOf(open(false))).toBe('one two three')
  expect(await textOf(open(false))).toBe('one two three')
  expect(await textOf(open(true))).toBe('one two three')
  expect(seen.read).toBe(3)
})

test('what the first has not read comes from the client', async () => {
  const { body, seen } = bodyOf('one ', 'two ', 'three')
  const open = replayBody(body)
  const first = open(false).getReader()
  await first.read()
  expect(seen.read).toBe(1)
  expect(await textOf(open(true))).toBe('one two three')
})

test('what nobody reads stays with the client', async () => {
  const { body, seen } = bodyOf('one ')
  const open = replayBody(body)
  open(false)
  await open(false).cancel('no')
  expect(seen).toEqual({ read: 0, cancelled: null })
  await open(true).cancel('last')
  expect(seen).toEqual({ read: 0, cancelled: 'last' })
})

test('an empty body is an empty body for each', async () => {
  const open = replayBody(bodyOf().body)
  expect(await textOf(open(false))).toBe('')
  expect(await textOf(open(true))).toBe('')
})

test('streams that are read at the same time have the same', async () => {
  const open = replayBody(bodyOf('a', 'b', 'c', 'd').body)
  expect(await Promise.all([textOf(open(false)), textOf(open(false))])).toEqual(['abcd', 'abcd'])
})

test('an app that changes the bytes changes them for nobody else', async () => {
  const open = replayBody(bodyOf('text').body)
  const { value } = await open(false).getReader().read()
  value!.fill(0)
  structuredClone(value, { transfer: [value!.buffer] })
  expect(await textOf(open(true))).toBe('text')
})

test('a body that fails fails for each', async () => {
  const lost = new Error('lost')
  const open = replayBody(new ReadableStream({ pull: (controller) => controller.error(lost) }))
  await expect(textOf(open(false))).rejects.toBe(lost)
  await expect(textOf(open(true))).rejects.toBe(lost)
})

test('of a longer body the first has all, and later ones fail', async () => {
  const texts = Array.from({ length: 100 }, (_, index) => `chunk ${index}, `)
  const open = replayBody(bodyOf(...texts).body, 100)
  expect(await textOf(open(false))).toBe(texts.join(''))
  await expect(textOf(open(true))).rejects.toMatchObject({ code: 'ERR_BODY_TOO_LARGE' })
})

test('a body as long as may be kept is kept', async () => {
  const open = replayBody(bodyOf('12345', '67890').body, 10)
  expect(await textOf(open(false))).toBe('1234567890')
  expect(await textOf(open(true))).toBe('1234567890')
})

test('of a longer body, what the first has not read is not lost', async () => {
  const open = replayBody(bodyOf('12345', '67890', 'x').body, 4)
  open(false)
  expect(await textOf(open(true))).toBe('1234567890x')
})
