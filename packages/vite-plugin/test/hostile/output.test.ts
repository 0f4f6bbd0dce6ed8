// What the commands and the inspector say of hostile files is bounded, and controls no terminal; what they write replaces no
// file of others.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { isReservedWord } from '@turnout/compiler/internal/phases/5-emit/module-scope'
import { describe, expect, test } from 'vitest'
import { pageData } from '@turnout/inspector'
import { runCommand } from '../command.ts'
import { loadedProject, makeProject, routesFile } from '../fixture.ts'

const options = { routes: 'config/routes.json' }
const route = (path: string, fields: object = {}) => ({
  name: null,
  verbs: ['GET'],
  path,
  anchored: true,
  defaults: { controller: 'pages', action: 'show' },
  requirements: {},
  conditions: {},
  ...fields,
})
const json = (routes: readonly object[]) => JSON.stringify({ rails: '7.2', routes })
const CONTROLS = /[^\P{Cc}\n]|[\u2028\u2029]|\p{Bidi_Control}/u

describe('3,000 mistakes on one line of 0.8 MB', () => {
  const mistakes = Array.from({ length: 3000 }, (_, index) =>
    route(`/a${index}(`, { name: `r${index}`, padding: 'x'.repeat(80) }),
  )
  const root = (): string => makeProject({ 'config/routes.json': json(mistakes) })

  test.each([
    ['check'],
    ['routes'],
    ['routes', '--json'],
    ['check', '--json'],
    ['types'],
    ['explain', '/a'],
    ['export', 'openapi'],
  ])('turnout %s %s', async (...args) => {
    const { out, err } = await runCommand(args, root(), options)
    expect(out.length + err.length).toBeLessThan(2_000_000)
    expect(Math.max(...`${out}\n${err}`.split('\n').map(({ length }) => length))).toBeLessThan(4200)
    if (args.join(' ') === 'check --json') {
      const { omitted, diagnostics } = JSON.parse(out) as { omitted?: number; diagnostics: object[] }
      expect(diagnostics.length).toBeLessThanOrEqual(1000)
      expect((omitted ?? 0) + diagnostics.length).toBeGreaterThanOrEqual(3000)
    } else if (args[0] === 'check') expect(out).toMatch(/And more: \d+ [a-z-]+/)
  })

  test('turnout import', async () => {
    const project = root()
    const { out, err } = await runCommand(['import', path.join(project, 'config/routes.json'), '--print'], project)
    expect(out.length + err.length).toBeLessThan(500_000)
  })

  test('the data of the inspector', async () => {
    const project = await loadedProject(root(), options)
    const { problems, manifest } = await project.outcome()
    const data = pageData({
      title: '',
      manifest,
      problems,
      isStale: false,
      helpers: 'camelCase',
      base: '',
      editor: null,
      pageOf: null,
      readSource: project.readAllowedSource,
    })
    expect(data.problems.length + (data.omittedProblems ?? 0)).toBe(problems.length)
    expect(data.problems.length).toBeLessThanOrEqual(500)
    expect(JSON.stringify({ ...data, manifest: null }).length).toBeLessThan(2_000_000)
  })
})

describe('control characters reach no terminal', () => {
  const hostile = 'a\u001B]0;title\u0007\u009B2J\u202E\u2028b'

  test('from the routes of Rails', async () => {
    const root = makeProject({
      'config/routes.json': json([
        route(`/${hostile}`, { name: hostile, [hostile]: 1, source: `config/${hostile}.rb:1` }),
        route('/b', { verbs: [hostile] }),
        route('/c', { defaults: { controller: hostile, action: hostile, [hostile]: hostile } }),
      ]),
    })
    const good = makeProject({
      'config/routes.json': json([
        route('/c', { defaults: { controller: hostile, action: hostile, [hostile]: hostile } }),
      ]),
    })
    for (const project of [root, good]) {
      for (const args of [
        ['check'],
        ['routes'],
        ['routes', '-E'],
        ['routes', '--json'],
        ['explain', `/${hostile}`],
        ['export', 'openapi'],
      ]) {
        const { out, err } = await runCommand(args, project, options)
        expect(out + err, args.join(' ')).not.toMatch(CONTROLS)
      }
    }
  })

  test('from manifests that are compared, and from the command line', async () => {
    const root = makeProject({ 'config/routes.ts': routesFile(`  r.get('a', { to: 'a#b' })`) })
    const table = JSON.parse((await runCommand(['routes', '--json'], root)).out) as { routes: object[] }
    const [first] = table.routes
    const text = JSON.stringify({
      ...table,
      routes: [{ ...first, name: hostile, pattern: `/${hostile}`, controller: hostile }],
    })
    writeFileSync(path.join(root, 'old.json'), text)
    for (const args of [
      ['diff', path.join(root, 'old.json')],
      ['diff', path.join(root, 'old.json'), '--json'],
      ['diff', hostile],
      [hostile],
      ['explain', `/${hostile}`],
      ['export', hostile],
      ['inspect', '-o', `${hostile}/`],
    ]) {
      const { out, err } = await runCommand(args, root)
      expect(out + err).not.toBe('')
      expect(out + err, args[0]!).not.toMatch(CONTROLS)
    }
  })

  test('nor do deep manifests end the command in another way than with a message', async () => {
    const root = makeProject({ 'config/routes.ts': routesFile(`  r.get('a', { to: 'a#b' })`) })
    const nested = `${'[{"kind":"optional","segments":'.repeat(20_000)}[]${'}]'.repeat(20_000)}`
    const table = (await runCommand(['routes', '--json'], root)).out
    writeFileSync(
      path.join(root, 'deep.json'),
      table.replace(/"segments": \[[^]*?\n {6}\]/, () => `"segments": ${nested}`),
    )
    const { code, err } = await runCommand(['diff', path.join(root, 'deep.json')], root)
    expect([code, err]).toEqual([2, expect.stringContaining('is not a manifest. It is nested deeper than 600 levels.')])
  })
})

describe('files of others are not replaced', () => {
  const files = {
    'config/routes.ts': routesFile(`  r.get('a', { to: 'a#b' })`),
    'src/main.ts': 'export {}\n',
    'package.json': '{"name":"x"}',
  }

  test('turnout export openapi', async () => {
    const format = 'openapi'
    const root = makeProject(files)
    for (const file of ['src/main.ts', 'package.json']) {
      const target = path.join(root, file)
      const before = readFileSync(target, 'utf8')
      const refused = await runCommand(['export', format, '-o', target], root)
      expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('`turnout` has not written it')])
      expect(readFileSync(target, 'utf8')).toBe(before)
    }
    const own = path.join(root, 'openapi.json')
    expect((await runCommand(['export', format, '-o', own], root)).code).toBe(0)
    // It replaces what it has written.
    writeFileSync(path.join(root, 'config/routes.ts'), routesFile(`  r.get('other', { to: 'a#b' })`))
    expect((await runCommand(['export', format, '-o', own], root)).code).toBe(0)
    expect(readFileSync(own, 'utf8')).toContain('other')
  })

  test.each([
    ['inspect', '-o'],
    ['export', 'openapi', '-o'],
  ])('turnout %s names what is wrong with a place', async (...args) => {
    const root = makeProject(files)
    mkdirSync(path.join(root, 'adir'))
    const place = async (name: string) => (await runCommand([...args, path.join(root, name)], root)).err.split('\n')[1]
    expect(await place('adir')).toContain('is a folder. Name the file to write in it.')
    expect(await place('not-there/')).toContain('is a folder. Name the file to write in it.')
    expect(await place('x'.repeat(300))).toContain('cannot be read: name too long.')
    expect(await place('src/main.ts/x')).toContain('cannot be read: not a directory.')
    expect(existsSync(path.join(root, 'not-there'))).toBe(false)
  })

  test.each([
    ['diff', 'adir', 'cannot be read: no such file or directory.'],
    ['diff', 'nothing.json', 'cannot be read: no such file or directory.'],
    ['import', 'adir', 'cannot be read: not a regular file.'],
    ['import', 'nothing.json', 'cannot be read: no such file or directory.'],
    ['import', 'x'.repeat(300), 'cannot be read: name too long.'],
  ])('turnout %s %s', async (command, file, words) => {
    const root = makeProject(files)
    mkdirSync(path.join(root, 'adir'))
    const { code, err } = await runCommand([command, path.join(root, file)], root)
    expect([code, err]).toEqual([2, expect.stringContaining(words)])
    expect(err).not.toMatch(/compilation-failed|\n\s+at /)
  })
})

describe('turnout import writes modules', () => {
  // Every word that the language keeps, as a Ruby class and as a resource.
  const words =
    'abstract arguments async await boolean break byte case catch char class const continue debugger default delete do double else enum eval export extends false final finally float for from function get if implements import in instanceof int interface let long module namespace native new null of package private protected public return set short static super switch synchronized this throw throws transient true try type typeof undefined using var void volatile while with yield redirect functions r'.split(
      ' ',
    )
  const ruby = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

  test.each(['ts', 'js'])('whatever classes and resources are named: %s', async (extension) => {
    const routes = words.flatMap((word) => [
      route(`/${word}-if`, { name: `${word}_if`, constraints: [ruby(word)] }),
      ...['', '/:id', '/:id/items'].map((rest, index) =>
        route(`/${word}${rest}`, {
          name: [`${word}_index`, `${word}_one`, `${word}_items`][index],
          defaults: { controller: index === 2 ? 'items' : word, action: index === 1 ? 'show' : 'index' },
        }),
      ),
    ])
    const root = makeProject({ 'in.json': json(routes) })
    const out = path.join(root, `config/routes.${extension}`)
    const { code, err } = await runCommand(['import', path.join(root, 'in.json'), '-o', out], root)
    expect([code, err]).toEqual([0, expect.any(String)])
    const functions = readFileSync(path.join(root, `config/rails-functions.${extension}`), 'utf8')
    const names = [...functions.matchAll(/^export function ([\w$]+)/gm)].map(([, name]) => name!)
    expect(names.length).toBeGreaterThanOrEqual(words.length)
    expect(names.filter(isReservedWord)).toEqual([])
    const { problems } = await (await loadedProject(root, { routes: out })).outcome()
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
  })
})
