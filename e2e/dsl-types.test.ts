// What TypeScript says to someone who writes routes: where it puts its finger on a slip, and what a hover shows.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { buildPackages, run } from '../packages/vite-plugin/test/built.ts'
import { typescript5, typescript7 } from './language-servers.ts'

const require = createRequire(import.meta.url)
const COMPILERS = [
  ['5.9', require.resolve('typescript-5/package.json')],
  ['7', require.resolve('typescript/package.json')],
] as const

beforeAll(buildPackages)

/** A project with a route file, whose block holds the given lines from line 4 on. */
function makeProject(lines: readonly string[]): { root: string; file: string } {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'turnout-dsl-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const compilerOptions = {
    module: 'NodeNext',
    target: 'ES2022',
    strict: true,
    noEmit: true,
    skipDefaultLibCheck: true,
    types: [],
  }
  const file = path.join(root, 'config/routes.ts')
  const block = lines.map((line) => `  ${line}\n`).join('')
  mkdirSync(path.dirname(file))
  writeFileSync(path.join(root, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['config'] }))
  writeFileSync(path.join(root, 'package.json'), '{ "type": "module", "private": true }')
  writeFileSync(
    file,
    `import { action, defineRoutes, redirect } from 'vite-plugin-turnout/dsl'\ndeclare const app: object\nexport default defineRoutes((r) => {\n${block}})\nvoid [action, redirect]\n`,
  )
  mkdirSync(path.join(root, 'node_modules'))
  const plugin = fileURLToPath(new URL('node_modules/vite-plugin-turnout', import.meta.url))
  symlinkSync(plugin, path.join(root, 'node_modules/vite-plugin-turnout'))
  return { root, file }
}

/** A line with a slip, what TypeScript must point at, and part of what it must say there. */
const SLIPS: readonly (readonly [line: string, at: string, says: string])[] = [
  [`r.resources('photos', { onyl: 'index' })`, 'onyl', 'did you mean `only`?'],
  [`r.resources('photos', { onyl: 'index' }, (p) => p.get('a'))`, 'onyl', 'did you mean `only`?'],
  [`r.resources('photos', 'albums', { onyl: 'index' })`, 'onyl', 'did you mean `only`?'],
  [`r.resources('photos', { path_names: { new: 'neu' } }, () => {})`, 'path_names', 'did you mean `pathNames`?'],
  [`r.resources('photos', { codes: [400] }, (p) => p.get('a'))`, 'codes', 'for a default parameter use `defaults`'],
  [`r.resources('photos', { only: ['indx', 'show'] }, (p) => p.get('a'))`, `'indx'`, `Did you mean '"index"'?`],
  [`r.resources('photos', { except: 'list' })`, 'except', '"list"'],
  [`r.resource('profile', { only: ['index'] })`, `'index'`, 'ResourceAction'],
  [`r.resources('photos', { path: 5 }, (p) => p.get('a'))`, 'path', `'number' is not assignable to type 'string'`],
  [`r.resources('photos', { shalow: true, only: 'index' })`, 'shalow', 'did you mean `shallow`?'],
  [`r.get('a', { too: 'a#b' })`, 'too', 'did you mean `to`?'],
  [`r.get('a', { to: 'a#b', via: 'get' })`, 'via', '`via` is not an option of this method'],
  [`r.get('a', 'b', { too: 'a#b' })`, 'too', 'did you mean `to`?'],
  [`r.get('a', { to: 5 })`, 'to:', `'number' is not assignable to type 'To`],
  [`r.get('a', { to: 'a#b', on: 'top' })`, 'on:', '"top"'],
  [`r.match('a', { to: 'a#b', via: ['get', 'fetch'] })`, `'fetch'`, `'Verb'`],
  [`r.get('a', { to: 'a#b', constraints: { id: () => true } })`, '() => true', 'RegExp'],
  [`r.constraints({ id: () => true }, () => {})`, '() => true', 'RegExp'],
  [`r.scope({ modul: 'admin' }, (s) => s.get('a'))`, 'modul', 'did you mean `module`?'],
  [`r.scope('admin', { modul: 'admin' }, () => {})`, 'modul', 'did you mean `module`?'],
  [`r.namespace('admin', { modul: 'x' }, (s) => s.get('a'))`, 'modul', 'did you mean `module`?'],
  [`r.root('a#b', { ass: 'home' })`, 'ass', 'did you mean `as`?'],
  [`r.mount(app, { at: '/a', ass: 'blog' })`, 'ass', 'did you mean `as`?'],
  [`r.mount(app, {})`, '{}', `Property 'at' is missing`],
  [`r.gett('a')`, 'gett', `Did you mean 'get'?`],
  [`r.resources('photos', (p) => p.membr(() => {}))`, 'membr', `Did you mean 'member'?`],
  [`r.resources('photos', { only: 'index' }, (p) => p.membr(() => {}))`, 'membr', `Did you mean 'member'?`],
  [`r.resources(5)`, '5', `'number' is not assignable to parameter of type 'string'`],
  [`r.resources('photos', 5)`, '5', 'is not assignable to parameter'],
  [`r.resources('photos', 'index')`, `'index'`, `the actions of a resource are an option: { only: ['index'] }`],
  [`r.resources('photos', ['index'])`, `['index']`, 'options are an object'],
  [`r.resources('photos', { only: 'index' }, ['show'])`, `['show']`, 'options are an object'],
  [`r.resources('photos', () => ['index'])`, `() => ['index']`, 'is not assignable to'],
  [`r.resources('photos', { only: 'index' }, () => ['show'])`, `() => ['show']`, 'is not assignable to'],
  [`r.scope('shop', () => ({ path: 'a' }))`, `() => ({`, 'is not assignable to'],
  [`r.namespace('shop', async () => {})`, 'async () => {}', 'Promise'],
]

describe.each(COMPILERS)('TypeScript %s', (_version, compiler) => {
  test('points at each slip, says what is wrong, and nothing else', async () => {
    const { root } = makeProject(SLIPS.map(([line]) => line))
    const tsc = path.join(path.dirname(compiler), 'bin/tsc')
    const { out } = await run(tsc, ['-p', root, '--pretty', 'false'], root)
    const errors = new Map<number, { column: number; text: string }[]>()
    for (const [, line, column, text] of out.matchAll(/^\S*routes\.ts\((\d+),(\d+)\): (.*(?:\n {2,}.*)*)/gm)) {
      const index = Number(line) - 4
      errors.set(index, [...(errors.get(index) ?? []), { column: Number(column), text: text! }])
    }
    for (const [index, [line, at, says]] of SLIPS.entries()) {
      const found = errors.get(index) ?? []
      expect(
        found.map(({ column }) => line.slice(column - 3)),
        line,
      ).toEqual([expect.stringMatching(startsWith(at))])
      expect(found[0]!.text, line).toContain(says)
      expect(found[0]!.text, line).not.toMatch(/No overload|type 'never'/)
    }
    expect([...errors.keys()].filter((index) => SLIPS[index] === undefined)).toEqual([])
  })

  test('types the request of a constraint that is written in place', async () => {
    const { root } = makeProject([
      `r.get('a', { to: 'a#b', constraints: (request) => request.host === 'a' && request.url })`,
      `r.constraints((request) => request.ip === '10.0.0.1', () => {})`,
    ])
    const tsc = path.join(path.dirname(compiler), 'bin/tsc')
    expect(await run(tsc, ['-p', root, '--pretty', 'false'], root)).toMatchObject({ out: '', code: 0 })
  })
})

/** A line, what the pointer stands on, and what a hover must show: what it does, an example, and the routes that it makes. */
const HOVERS: readonly (readonly [line: string, on: string, shows: readonly string[]])[] = [
  [
    `r.resources('photos', { only: ['index'] }, (p) => p.member((m) => m.get('preview')))`,
    'resources',
    [
      'Declares the seven actions of a resource',
      `r.resources('photos')`,
      'edit_photo  GET     /photos/:id/edit(.:format)  photos#edit',
    ],
  ],
  [
    `r.resources('albums', { only: ['index'] }, (p) => p.member((m) => m.get('preview')))`,
    'only',
    [
      'The actions of the resource. All others are excluded.',
      `{ only: ['index', 'show'] }`,
      'photos  GET  /photos(.:format)',
    ],
  ],
  [
    `r.get('about', { to: 'pages#about' })`,
    'get',
    ['Declares a route for GET', `r.get('about', {`, 'GET  /about(.:format)'],
  ],
  [`r.get('terms', { to: 'pages#terms' })`, 'to:', ['The target', `r.get('health', {`, 'GET  /health(.:format)']],
  [
    `r.namespace('admin', (a) => a.root('a#b'))`,
    'namespace',
    ['Adds a path prefix, a controller folder', 'admin/photos#index'],
  ],
  [
    `r.namespace('staff', (a) => a.root('a#b'))`,
    'root',
    ['Declares the route of `/`', `r.root('pages#home')`, 'pages#home'],
  ],
  [`r.scope({ module: 'x' }, () => {})`, 'module', ['The folder that contains the controllers.', 'admin/photos#index']],
  [`r.mount(app, { at: '/mounted' })`, 'at:', ['The path at which the app is mounted.', `r.mount(queue, {`, '/queue']],
  [
    `r.get('x', { to: redirect('/y') })`,
    'redirect',
    ['Redirects requests to another URL.', `'/photos/%{id}'`, 'redirect(301'],
  ],
]

test.each([
  ['5.9', typescript5],
  ['7', typescript7],
])('a hover in TypeScript %s shows what it does, an example and its routes', async (_version, start) => {
  const lines = HOVERS.map(([line]) => line)
  const { root, file } = makeProject(lines)
  const { hover } = await start(file, root)
  for (const [index, [line, on, shows]] of HOVERS.entries()) {
    const text = await hover({ file, line: index + 4, column: line.indexOf(on) + 3 })
    for (const part of shows) expect(text, `${on} in ${line}`).toContain(part)
  }
})

test.each([
  ['5.9', typescript5],
  ['7', typescript7],
])('TypeScript %s offers the options and the words of a call', async (_version, start) => {
  const lines = [
    `r.resources('photos', { as: 'p',  })`,
    `r.get('a', { to: 'a#b',  })`,
    `r.resource('a', { only: [''] })`,
  ]
  const { root, file } = makeProject(lines)
  const { completions } = await start(file, root)
  const after = (index: number, text: string) =>
    completions({ file, line: index + 4, column: lines[index]!.indexOf(text) + text.length + 3 })
  const options = await after(0, `'p', `)
  for (const option of ['only', 'shallow', 'param', 'constraints']) expect(options.map(withoutMark)).toContain(option)
  expect(options.map(withoutMark)).not.toContain('anchor')
  const ofRoute = await after(1, `'a#b', `)
  for (const option of ['as', 'on', 'anchor', 'defaults']) expect(ofRoute.map(withoutMark)).toContain(option)
  expect(ofRoute.map(withoutMark)).not.toContain('only')
  const actions = await after(2, `['`)
  expect([...actions].sort()).toEqual(['create', 'destroy', 'edit', 'new', 'show', 'update'])
})

/** An optional key is offered with a mark by one of the servers. */
function withoutMark(name: string): string {
  return name.replace(/\?$/, '')
}

function startsWith(text: string): RegExp {
  return new RegExp(`^${text.replace(/[^\w ]/g, '\\$&')}`)
}
