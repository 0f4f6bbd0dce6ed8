import type { ViteDevServer } from 'vite'
import { beforeAll, expect, test, vi } from 'vitest'
import { loadDevPages } from '../packages.ts'
import { showClientErrors } from './client-errors.ts'

// The first call loads the pages.
beforeAll(loadDevPages)

/** A dev server without modules. Returns what it has printed and sent, and the function that receives an error of a page. */
function fakeServer(hasCause = false) {
  const printed: string[] = []
  const sent: { readonly type: string; readonly err?: Readonly<Record<string, unknown>> }[] = []
  let receive: (data: unknown) => void = () => expect.fail('no listener')
  let edit = () => {}
  const client = {
    config: { base: '/' },
    moduleGraph: { getModuleByUrl: async () => undefined },
    hot: {
      on(_event: string, listener: (data: unknown, browser: object) => void) {
        receive = (data) => listener(data, { send: (message: (typeof sent)[number]) => sent.push(message) })
      },
    },
  }
  const server = {
    environments: { client },
    config: { root: '/app', base: '/', logger: { error: (text: string) => printed.push(text) } },
    watcher: { on: (_event: string, listener: () => void) => (edit = listener) },
  }
  showClientErrors(server as unknown as ViteDevServer, () => hasCause)
  return { printed, sent, receive: (data: unknown) => receive(data), edit: () => edit() }
}

const reported = {
  message: 'Error: no data',
  stack: 'Error: no data\n    at http://x/a.js:1:2',
  url: '/a',
  action: 'a#show',
}

test('an error is shown in the browser that reports it, and printed again only after an edit', async () => {
  const { printed, sent, receive, edit } = fakeServer()
  receive(reported)
  receive(reported)
  await vi.waitFor(() => expect(sent).toHaveLength(4))
  expect(printed).toEqual([expect.stringContaining('turnout: /a (a#show): Error: no data')])
  expect(sent[0]).toEqual({ type: 'update', updates: [] })
  expect(sent[1]!.err).toMatchObject({ message: 'Error: no data\n\nPage: /a (a#show)', plugin: 'turnout' })
  edit()
  receive(reported)
  await vi.waitFor(() => expect(printed).toHaveLength(2))
  receive(null)
  await vi.waitFor(() => expect(sent).toHaveLength(7))
  expect(sent[6]).toEqual({ type: 'update', updates: [] })
})

test.each([
  undefined,
  'error',
  7,
  [],
  {},
  { ...reported, message: {} },
  { ...reported, stack: 1 },
  { ...reported, url: null },
])('%j is not shown, because it is no error of a page', async (data) => {
  const { printed, sent, receive } = fakeServer()
  receive(data)
  receive(reported)
  await vi.waitFor(() => expect(sent).toHaveLength(2))
  expect(printed).toHaveLength(1)
})

test('the output for a hostile report is bounded, and contains no control characters', async () => {
  const { printed, sent, receive } = fakeServer()
  const long = '\u001b[31m\u0007x'.repeat(100_000)
  receive({ message: long, stack: `    at x (http://[:1:2)\n`.repeat(100_000) + long, url: long, action: long })
  await vi.waitFor(() => expect(sent).toHaveLength(2))
  for (const text of [printed[0]!, JSON.stringify(sent[1])]) {
    expect(text.length).toBeLessThan(100_000)
    // eslint-disable-next-line no-control-regex
    expect(text).not.toMatch(/[\u0007\u001b]/)
  }
})

test('an error is not shown while the overlay shows its cause', async () => {
  const { printed, sent, receive } = fakeServer(true)
  receive(reported)
  receive(null)
  await vi.waitFor(() => expect(sent).toEqual([{ type: 'update', updates: [] }]))
  expect(printed).toEqual([])
})
