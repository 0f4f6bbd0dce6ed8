import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { normalizePath, type ViteDevServer } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { ERRORS_FIXED_EVENT } from '../modules/live-module.ts'
import { sampleProblem } from '../../test/sample-problem.ts'
import type { Problem } from '../problems/problem.ts'
import type { ReportedProject } from '../problems/report.ts'
import { Overlay } from './overlay.ts'

const problem = sampleProblem
const warning: Problem = { ...problem, severity: 'warning' }
const shown: ReportedProject = {
  root: '/app',
  readSource: () => `x\n  r.match('x')\n`,
  readAllowedSource: () => `x\n  r.match('x')\n`,
  pageOf: (code) => `no-such-folder/${code}.md`,
}

interface Payload {
  readonly type: string
  readonly err: Readonly<Record<string, unknown>> & { readonly stack: string }
}

/** An overlay, the payloads that pages receive, and what connects a page. */
function makeOverlay(project: ReportedProject = shown) {
  const sent: (Payload | string)[] = []
  let connect = () => {}
  const server = {
    ws: { on: (event: string, listener: () => void) => event === 'connection' && (connect = listener) },
    environments: { client: { hot: { send: (payload: Payload | string) => void sent.push(payload) } } },
  }
  const overlay = new Overlay(server as unknown as ViteDevServer, project)
  return { overlay, sent, connect: () => connect() }
}

test('shows the errors among the problems, at the place of the first', () => {
  const { overlay, sent } = makeOverlay()
  overlay.show([warning, problem])
  expect(sent).toMatchObject([
    {
      type: 'error',
      err: {
        message: expect.stringContaining('The route says no verb.'),
        plugin: 'turnout',
        pluginCode: 'missing-via',
        id: '/app/config/routes.ts',
        frame: expect.stringContaining("2 |   r.match('x')"),
        loc: { file: '/app/config/routes.ts', line: 2, column: 3 },
      },
    },
  ])
  // Frames only: the overlay shows the message on its own, and there is no page of the diagnostic.
  expect((sent[0] as Payload).err.stack).toBe('    at /app/config/routes.ts:2:3')
})

test('leaves out the place of an error that has none', () => {
  const { overlay, sent } = makeOverlay()
  overlay.show([{ ...problem, location: null }])
  const { err } = sent[0] as Payload
  expect(['id', 'frame', 'loc'].filter((key) => key in err)).toEqual([])
  expect(err.stack).toBe('')
})

test('shows no source that pages must not see', () => {
  const { overlay, sent } = makeOverlay({ ...shown, readAllowedSource: () => null })
  overlay.show([problem])
  expect(JSON.stringify(sent)).not.toContain('r.match')
  expect((sent[0] as Payload).err['loc']).toEqual({ file: '/app/config/routes.ts', line: 2, column: 3 })
})

test('has no lines of the message among the frames', () => {
  const { overlay, sent } = makeOverlay()
  overlay.show([{ ...problem, why: 'Look at the verb.' }])
  const { err } = sent[0] as Payload
  expect(err['message']).toContain('Look at the verb.')
  expect(err.stack).toBe('    at /app/config/routes.ts:2:3')
})

test('gives further errors a line each, as the terminal has them in full', () => {
  const { overlay, sent } = makeOverlay()
  overlay.show([problem, { ...problem, message: 'Another message.', why: 'Another reason.' }])
  const message = (sent[0] as Payload).err['message']
  expect(message).toContain('Another message.')
  expect(message).not.toContain('Another reason.')
})

test('links the page of the diagnostic, where there is one', () => {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'turnout-overlay-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const page = path.join(folder, 'missing-via.md')
  writeFileSync(page, '')
  const { overlay, sent } = makeOverlay({ ...shown, pageOf: (code) => path.join(folder, `${code}.md`) })
  overlay.show([problem])
  expect((sent[0] as Payload).err.stack).toBe(`    at /app/config/routes.ts:2:3\n    see ${normalizePath(page)}:1:1`)
})

test('shows the same errors once, and other errors again', () => {
  const { overlay, sent } = makeOverlay()
  overlay.show([problem])
  overlay.show([{ ...problem }, warning])
  expect(sent).toHaveLength(1)
  overlay.show([{ ...problem, message: 'Another message.' }])
  expect(sent).toHaveLength(2)
  expect((sent[1] as Payload).err['message']).toContain('Another message.')
})

test('shows the errors to a page that connects later, and nothing where there are none', () => {
  const { overlay, sent, connect } = makeOverlay()
  connect()
  expect(sent).toEqual([])
  overlay.show([problem])
  connect()
  expect(sent).toHaveLength(2)
  expect(sent[1]).toEqual(sent[0])
})

test('goes away once the errors are fixed', () => {
  const { overlay, sent, connect } = makeOverlay()
  overlay.hide()
  expect(sent).toEqual([])
  overlay.show([problem])
  overlay.hide()
  expect(sent.slice(1)).toEqual([ERRORS_FIXED_EVENT, { type: 'update', updates: [] }])
  overlay.hide()
  connect()
  expect(sent).toHaveLength(3)
})

test('shows the errors again after a reload', () => {
  const { overlay, sent, connect } = makeOverlay()
  overlay.show([problem])
  overlay.forget()
  connect()
  overlay.hide()
  expect(sent).toHaveLength(1)
  overlay.show([problem])
  expect(sent).toHaveLength(2)
})
