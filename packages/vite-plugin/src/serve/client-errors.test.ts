import type { ViteDevServer } from 'vite'
import { beforeAll, expect, test, vi } from 'vitest'
import { fakeConfig, makeFolder } from '../../test/fake-project.ts'
import { loadDevPages } from '../packages.ts'
import { showClientErrors } from './client-errors.ts'

// The first call loads the pages.
beforeAll(loadDevPages)

/**
 * Returns what a dev server has printed and sent, and the function that receives an error of a page.
 *
 * @param modules by URL
 */
function fakeServer(hasCause = false, modules: Readonly<Record<string, object>> = {}, base = '/', root = '/app') {
  const printed: string[] = []
  const sent: { readonly type: string; readonly err?: Readonly<Record<string, unknown>> }[] = []
  let receive: (data: unknown) => void = () => expect.fail('no listener')
  let edit = () => {}
  const client = {
    config: { base },
    moduleGraph: { getModuleByUrl: async (url: string) => modules[url] },
    hot: {
      on(event: string, listener: (data: unknown, browser: object) => void) {
        // The navigation sends this event.
        expect(event).toBe('turnout:client-error')
        receive = (data) => listener(data, { send: (message: (typeof sent)[number]) => sent.push(message) })
      },
    },
  }
  const server = {
    environments: { client },
    config: fakeConfig(root, { base, logger: { error: (text: string) => printed.push(text) } }),
    watcher: { on: (event: string, listener: () => void) => (edit = event === 'all' ? listener : edit) },
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

/** Returns the frames of the overlay for a stack. */
async function framesFor(stack: string, modules: Readonly<Record<string, object>> = {}, base = '/') {
  const { sent, receive } = fakeServer(false, modules, base)
  receive({ ...reported, stack })
  await vi.waitFor(() => expect(sent).toHaveLength(2))
  return (sent[1]!.err!['stack'] as string).split('\n')
}

test('the frames of Firefox and Safari are in the form of V8, without those of packages', async () => {
  const stack = [
    'Error: no data',
    'show@http://x/a.js:1:2',
    '@http://x/b.js:3:4',
    '   at load (http://x/@c.js:5:6)',
    'a line with a space@http://x/d.js:7:8',
    'run@http://x/node_modules/.vite/deps/react.js:9:1',
  ]
  expect(await framesFor(stack.join('\n'))).toEqual([
    '    at show (http://x/a.js:1:2)',
    '    at  (http://x/b.js:3:4)',
    '    at load (http://x/@c.js:5:6)',
  ])
})

test('a frame names the file of its module, and the place before Vite has transformed it', async () => {
  // The second line of the module is the fifth line of the file.
  const map = { version: 3, sources: ['a.ts'], names: [], mappings: ';AAIA' }
  const modules = {
    '/src/a.ts?t=1': { file: '/app/src/a.ts', transformResult: { map } },
    '/src/b.ts': { file: '/app/src/b.ts', transformResult: { map: { ...map, mappings: '' } } },
    '/src/c.ts': { file: '/app/src/c.ts', transformResult: null },
    '/src/d.ts': { file: null },
  }
  const frames = (base: string) =>
    ['a.ts?t=1:2:1', 'a.ts?t=1:9:9', 'b.ts:2:3', 'c.ts:14:15', 'd.ts:6:7', 'e.ts:8:9'].map(
      (place) => `    at f (http://x${base}src/${place})`,
    )
  const expected = [
    '    at f (/app/src/a.ts:5:1)',
    '    at f (/app/src/a.ts:9:9)',
    '    at f (/app/src/b.ts:2:3)',
    '    at f (/app/src/c.ts:14:15)',
  ]
  for (const base of ['/', '/base/']) {
    const seen = await framesFor(frames(base).join('\n'), modules, base)
    expect(seen).toEqual([...expected, ...frames(base).slice(4)])
  }
  // Vite serves some modules outside its base.
  const outside = await framesFor('    at f (http://x/src/a.ts?t=1:2:1)', modules, '/base/')
  expect(outside).toEqual(['    at f (/app/src/a.ts:5:1)'])
  expect(await framesFor('    at f (http://x:bad:1:2)')).toEqual(['    at f (http://x:bad:1:2)'])
})

test('the overlay shows the lines of the file, without the page if the report has no action', async () => {
  const root = makeFolder({ 'src/a.ts': 'const a = 1\n  throw new Error(a)\nexport {}\n' })
  const { sent, printed, receive } = fakeServer(false, { '/src/a.ts': { file: `${root}/src/a.ts` } }, '/', root)
  const stack = ['Error: 1', '    at a (http://x/src/a.ts:2:9)', '    at b (http://x/b.ts:10:11)'].join('\n')
  receive({ message: 'Error: 1', stack, url: '/a?b', action: null })
  await vi.waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]!.err).toEqual({
    message: 'Error: 1\n\nPage: /a?b',
    stack: `    at a (${root}/src/a.ts:2:9)\n    at b (http://x/b.ts:10:11)`,
    plugin: 'turnout',
    id: `${root}/src/a.ts`,
    loc: { file: `${root}/src/a.ts`, line: 2, column: 9 },
    frame: '1 | const a = 1\n2 |   throw new Error(a)\n  |         ^^^\n3 | export {}\n4 |',
  })
  expect(printed[0]).toContain('turnout: /a?b: Error: 1')
  expect(printed[0]).toContain('src/a.ts:2:9')
  const plain = fakeServer()
  plain.receive({ ...reported, stack: '' })
  await vi.waitFor(() => expect(plain.sent).toHaveLength(2))
  expect(plain.sent[1]!.err).toEqual({ message: 'Error: no data\n\nPage: /a (a#show)', stack: '', plugin: 'turnout' })
})

test('a report that fails is logged, and the next one is shown', async () => {
  const { printed, sent, receive } = fakeServer(false, {
    get '/bad.ts'(): object {
      throw new Error('no luck')
    },
  })
  receive({ ...reported, stack: '    at a (http://x/bad.ts:1:1)' })
  receive(reported)
  await vi.waitFor(() => expect(sent).toHaveLength(2))
  expect(printed).toEqual(['turnout: Error: no luck', expect.stringContaining('turnout: /a (a#show)')])
})
