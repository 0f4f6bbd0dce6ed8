// The commands in this process, on the sources. `command.test.ts` runs the built one in processes of its own.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { compileRoutes, printManifest } from '@turnout/compiler'
import { beforeAll, describe, expect, test } from 'vitest'
import type { PageData } from '@turnout/inspector'
import { buildPage } from './built.ts'
import type { TurnoutOptions } from '../src/index.ts'
import { runCommand } from './command.ts'
import { makeProject, routesFile } from './fixture.ts'

const files = {
  'config/routes.ts': routesFile(`  r.root('pages#home')\n  r.resources('photos', { only: ['index', 'show'] })`),
}
const warned = { 'config/routes.ts': routesFile(`  r.get('photos/:id/:id', { to: 'photos#show' })`) }
const broken = { 'config/routes.ts': routesFile(`  r.get('photos(', { to: 'a#b' })\n  r.match('x', { to: 'a#b' })`) }

describe('turnout routes', () => {
  test('prints the number of routes in a terminal', async () => {
    const root = makeProject({
      'config/routes.ts': routesFile(`  r.root('pages#home')\n  r.resources('photos', { only: 'index' })`),
    })
    expect((await runCommand(['routes'], root, {}, 60)).out).toMatch(/\n\n2 routes\.\n$/)
    expect((await runCommand(['routes', '-c', 'photos'], root, {}, 60)).out).toMatch(/\n\n1 of 2 routes\.\n$/)
    expect((await runCommand(['routes'], root)).out).not.toContain('2 routes')
  })

  test('wraps usage errors between words', async () => {
    const { code, err } = await runCommand(['routes', '--an-option-that-no-command-of-turnout-has'], '/', {}, 60)
    expect(code).toBe(2)
    expect(err).toBe(
      '`turnout routes` has no option\n    `--an-option-that-no-command-of-turnout-has`.\n' +
        'Run `turnout routes --help` for what there is.\n',
    )
  })

  test('speaks of warnings in one line', async () => {
    const { code, out, err } = await runCommand(['routes'], makeProject(warned))
    expect([code, err]).toEqual([0, 'Mode: development.\n1 warning; see `turnout check`.\n\n'])
    expect(out).toContain('/photos/:id/:id')
  })
})

describe('a command that reads the table, where controllers and pages are missing', () => {
  // As in a build, where these problems are errors.
  const severities = { 'no-controllers': 'error', 'no-pages': 'error', 'no-document': 'error' } as const
  const served: TurnoutOptions = { server: true, types: 'routes.d.ts', severities }
  const oldTable = () => {
    const root = makeProject(files)
    writeFileSync(path.join(root, 'old.json'), printManifest(compileRoutes(() => {}).manifest!))
    return root
  }

  test.each([
    [['routes'], 'photos#show'],
    [['routes', '--json'], '"photos"'],
    [['explain', '/photos/7'], 'photos#show'],
    [['diff', 'old.json'], '/photos'],
    [['export', 'openapi'], '"/photos/{id}"'],
    [['inspect', '-o', 'page.html'], 'page.html'],
    [['types'], 'routes.d.ts'],
    [['routes', '--unused'], 'pages#home'],
  ])('prints its result and one line about them: %s', async (args, result) => {
    const root = oldTable()
    const inRoot = args.map((arg) => (/\.(?:json|html)$/.test(arg) ? path.join(root, arg) : arg))
    for (const options of [served, { ...served, pages: 'src/pages' }]) {
      const { code, out, err } = await runCommand(inRoot, root, options)
      expect(out).toContain(result)
      expect(err).toMatch(/^Mode: development\.\n\d errors?(?:, .*)?; see `turnout check`\.\n/)
      expect(code).toBe(args.includes('--unused') ? 1 : 0)
    }
    const check = await runCommand(['check'], root, served)
    expect([check.code, check.out]).toEqual([1, expect.stringContaining('error[no-controllers]')])
  })
})

describe('the progress of a command', () => {
  /** Records the steps, and the output between them. */
  async function recordSteps(args: readonly string[], root: string) {
    const events: string[] = []
    const result = await runCommand(args, root, { types: 'types.d.ts' }, undefined, {
      start: (step) => events.push(step),
      erase: () => events.push('erase'),
    })
    return { ...result, events }
  }

  test.each([
    [['check'], ['Loading the project', 'Checking the routes']],
    [['types'], ['Loading the project', 'Compiling the routes', 'Writing the declarations']],
    [
      ['export', 'openapi'],
      ['Loading the project', 'Compiling the routes', 'Exporting to openapi'],
    ],
  ])('names the steps, makes room for output, and ends: %s', async (args, steps) => {
    const { code, events } = await recordSteps(args, makeProject(files))
    expect(code).toBe(0)
    expect(events.filter((event) => event !== 'erase')).toEqual(steps)
    // Each command prints the mode and its result.
    expect(events.filter((event) => event === 'erase').length).toBeGreaterThanOrEqual(2)
    expect(events.at(-1)).toBe('erase')
  })

  test('ends if the command fails', async () => {
    const { code, events } = await recordSteps(['import', 'missing.json'], makeProject(files))
    expect(code).toBe(2)
    expect(events).toEqual(['Reading the routes', 'erase', 'erase'])
  })

  test('is silent with --json', async () => {
    const { code, events } = await recordSteps(['check', '--json'], makeProject(files))
    expect(code).toBe(0)
    expect(events.filter((event) => event !== 'erase')).toEqual([])
  })
})

describe('turnout routes --unused', () => {
  const controllers = {
    'src/controllers/photos.ts': `export const index = () => {}\nexport const archive = () => {}`,
    'src/controllers/albums.ts': `export const index = () => {}`,
  }

  test('shows routes without an action, and actions without a route', async () => {
    const root = makeProject({ ...files, ...controllers })
    expect(await runCommand(['routes', '--unused'], root)).toEqual({
      code: 1,
      out: `2 routes have no action:
  GET /                     pages#home  no such controller config/routes.ts:4:5
  GET /photos/:id(.:format) photos#show no such action     config/routes.ts:5:5

2 actions are reached by no route:
  albums (the whole controller) src/controllers/albums.ts:1:1
  photos#archive                src/controllers/photos.ts:2:14
`,
      err: 'Mode: development.\n',
    })
  })

  test('takes filters and the option `controllers`, and prints JSON', async () => {
    const root = makeProject({ ...files, 'app/photos.ts': controllers['src/controllers/photos.ts'] })
    const { code, out } = await runCommand(['routes', '-u', '-c', 'photos', '--json'], root, { controllers: 'app' })
    expect(code).toBe(1)
    expect(JSON.parse(out)).toMatchObject({
      routes: [{ name: 'photo', action: 'show' }],
      actions: [{ controller: 'photos', action: 'archive', file: 'app/photos.ts', line: 2, column: 14 }],
    })
  })

  test('ends with 0 where nothing is unused', async () => {
    const root = makeProject({
      'config/routes.ts': routesFile(`  r.resources('photos', { only: 'index' })`),
      'src/controllers/photos.ts': 'export const index = () => {}',
    })
    expect(await runCommand(['routes', '-u'], root)).toMatchObject({
      code: 0,
      out: 'Every route has its action, and every action its route.\n',
    })
  })

  test('ends with 2 where there are no controllers', async () => {
    expect(await runCommand(['routes', '-u'], makeProject(files))).toMatchObject({
      code: 2,
      err: expect.stringContaining('There is no folder `src/controllers`.'),
    })
  })
})

describe('turnout explain', () => {
  test('ends with 0 where a route answers', async () => {
    const { code, out } = await runCommand(['explain', 'get', 'photos/7'], makeProject(files))
    expect([code, out]).toEqual([0, expect.stringMatching(/^GET \/photos\/7 matches photos#show\.\n/)])
  })

  test('ends with 1 where none does', async () => {
    const { code, out } = await runCommand(['explain', 'POST', '/photos/7'], makeProject(files))
    expect([code, out]).toEqual([1, expect.stringMatching(/^POST \/photos\/7 matches no route\.\n/)])
  })

  test('suggests a similar request, also as JSON', async () => {
    const root = makeProject(files)
    const { out } = await runCommand(['explain', '/phtoos/7'], root)
    expect(out).toContain('\n\nDid you mean?\n  GET /photos/7 photos#show\n\n')
    const json = await runCommand(['explain', '/phtoos/7', '--json'], root)
    expect(JSON.parse(json.out)).toMatchObject({ suggestions: [{ method: 'GET', path: '/photos/7', distance: 1 }] })
  })

  test('takes a URL', async () => {
    const root = makeProject({
      'config/routes.ts': routesFile(`  r.constraints({ subdomain: 'api' }, () => r.get('x', { to: 'api#x' }))`),
    })
    expect((await runCommand(['explain', 'https://api.example.org/x?page=2'], root)).code).toBe(0)
    expect((await runCommand(['explain', 'https://example.org/x?page=2'], root)).code).toBe(1)
  })

  test('prints JSON', async () => {
    const { out } = await runCommand(['explain', '/photos/7', '--json'], makeProject(files))
    expect(JSON.parse(out)).toMatchObject({
      method: 'GET',
      path: '/photos/7',
      status: 'match',
      answers: [{ index: 2, route: { name: 'photo' }, params: { id: '7' } }],
      misses: [
        { index: 0, miss: { reason: 'pattern', at: 1, expected: null } },
        { index: 1, miss: { reason: 'pattern', at: 7, expected: null } },
      ],
    })
  })

  test('ends with 2 where the route files have errors, and for what is not a request', async () => {
    expect(await runCommand(['explain', '/x'], makeProject(broken))).toMatchObject({ code: 2, out: '' })
    expect(await runCommand(['explain', 'G T', '/x'], makeProject(files))).toMatchObject({
      code: 2,
      err: '`G T` is not a method of a request.\nRun `turnout explain --help` for what there is.\n',
    })
    expect(await runCommand(['explain', 'GET'], makeProject(files))).toMatchObject({ code: 2 })
  })
})

test('every command with --json prints the problems as JSON where there is no table', async () => {
  const root = makeProject(broken)
  const manifest = path.join(root, 'manifest.json')
  writeFileSync(manifest, printManifest(compileRoutes(() => {}).manifest!))
  const commands = [['routes'], ['routes', '--unused'], ['explain', '/x'], ['diff', manifest], ['check']]
  const results = await Promise.all(commands.map((command) => runCommand([...command, '--json'], root)))
  for (const { out } of results) {
    expect(JSON.parse(out)).toMatchObject({
      errors: 2,
      diagnostics: [{ code: 'pattern-syntax' }, { code: 'missing-via' }],
    })
  }
  // To `check` errors are an answer, to the others they are in its way.
  expect(results.map(({ code }) => code)).toEqual([2, 2, 2, 2, 1])
})

describe('turnout check', () => {
  test('says that all is well', async () => {
    expect(await runCommand(['check'], makeProject(files))).toEqual({
      code: 0,
      out: '3 routes, no errors, no warnings.\n',
      err: 'Mode: development.\n',
    })
  })

  test('prints every diagnostic with its code frame, and ends with 1 on an error', async () => {
    const { code, out } = await runCommand(['check'], makeProject(broken))
    expect(code).toBe(1)
    expect(out).toMatch(/error\[pattern-syntax\] .*\n {2}at config\/routes\.ts:4:5\n/)
    expect(out).toMatch(/> 5 \|\s+r\.match\('x', \{ to: 'a#b' \}\)/)
    expect(out).toMatch(/\n2 errors\.\n$/)
  })

  test('ends with 0 on a warning, unless there are more than are allowed', async () => {
    const root = makeProject(warned)
    expect(await runCommand(['check'], root)).toMatchObject({ code: 0 })
    expect(await runCommand(['check', '--max-warnings', '1'], root)).toMatchObject({ code: 0 })
    expect(await runCommand(['check', '--max-warnings', '0'], root)).toMatchObject({
      code: 1,
      err: 'Mode: development.\nMore than 0 warnings.\n',
    })
    expect(await runCommand(['check', '--max-warnings', 'x'], root)).toMatchObject({ code: 2 })
    expect(await runCommand(['check', '--quiet'], root)).toMatchObject({ code: 0, out: '1 route, 1 warning.\n' })
  })

  test('prints JSON', async () => {
    const { code, out } = await runCommand(['check', '--json'], makeProject(broken))
    expect(code).toBe(1)
    expect(JSON.parse(out)).toMatchObject({
      errors: 2,
      warnings: 0,
      hints: 0,
      diagnostics: [
        { code: 'pattern-syntax', severity: 'error', location: { file: 'config/routes.ts', line: 4, column: 5 } },
        { code: 'missing-via', severity: 'error', location: { file: 'config/routes.ts', line: 5, column: 5 } },
      ],
    })
  })
})

describe('turnout types', () => {
  test('writes the declarations, and says so', async () => {
    const root = makeProject(files)
    const options = { types: 'types/routes.d.ts' }
    const check = () => runCommand(['types', '--check'], root, options)
    expect(await check()).toMatchObject({ code: 1, err: expect.stringContaining('types/routes.d.ts is missing.\n') })
    expect(await runCommand(['types'], root, options)).toMatchObject({
      code: 0,
      out: 'Wrote types/routes.d.ts.map and types/routes.d.ts.\n',
    })
    const file = path.join(root, 'types/routes.d.ts')
    expect(readFileSync(file, 'utf8')).toContain('\nphotoPath: Path[')
    expect(await check()).toMatchObject({ code: 0, out: 'types/routes.d.ts is up to date.\n' })
    writeFileSync(file, '')
    expect(await check()).toMatchObject({ code: 1, err: expect.stringContaining('types/routes.d.ts is outdated.\n') })
    expect(readFileSync(file, 'utf8')).toBe('')
    expect(await runCommand(['types'], root, options)).toMatchObject({ out: 'Wrote types/routes.d.ts.\n' })
    expect(await runCommand(['types'], root, options)).toMatchObject({ out: 'types/routes.d.ts is up to date.\n' })
  })

  test('writes nothing where the route files have errors, or the option is off', async () => {
    const root = makeProject(broken)
    expect(await runCommand(['types'], root, { types: 'routes.d.ts' })).toMatchObject({ code: 2, out: '' })
    expect(existsSync(path.join(root, 'routes.d.ts'))).toBe(false)
    expect(await runCommand(['types'], root, { types: false })).toMatchObject({ code: 2 })
  })
})

describe('turnout diff', () => {
  /** Writes the manifest of a block, and answers its file. */
  function manifestFile(root: string, name: string, block: (r: any) => void): string {
    const file = path.join(root, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, printManifest(compileRoutes(block).manifest!))
    return file
  }

  test('shows what was removed, changed and added, and what breaks', async () => {
    const root = makeProject({})
    const before = manifestFile(root, 'before.json', (r) => {
      r.resources('photos', { only: ['show', 'destroy'] })
      r.get('about', { to: 'pages#about', format: false })
    })
    manifestFile(root, 'after/.vite/routes-manifest.json', (r) => {
      r.resources('photos', { only: 'show', id: /\d+/ })
      r.get('about', { to: 'company#about', as: 'company', format: false })
      r.get('imprint', { to: 'company#imprint' })
    })
    expect(await runCommand(['diff', before, path.join(root, 'after')], root)).toEqual({
      code: 1,
      out: `Removed:
  - DELETE /photos/:id(.:format)  photos#destroy
    breaks DELETE /photos/1 matches no route

Changed:
  ~ GET /photos/:id(.:format)  photos#show
      requirements: none -> id: /\\d+/
    breaks GET /photos/a matches no route
  ~ GET /about  company#about
      name: about -> company
      endpoint: pages#about -> company#about

Added:
  + GET /imprint(.:format)  company#imprint

Helpers:
  breaks about was renamed to company

Routes: 1 removed, 2 changed, 1 added. 3 things break.
`,
      err: '',
    })
  })

  test('compares with the route files as they are, and ends with 0 where nothing breaks', async () => {
    const root = makeProject(files)
    const before = manifestFile(root, 'before.json', (r) => r.root('pages#home'))
    const { code, out } = await runCommand(['diff', before], root)
    expect([code, out]).toEqual([0, expect.stringMatching(/\nRoutes: 2 added\. Nothing breaks\.\n$/)])
    const json = JSON.parse((await runCommand(['diff', before, '--json'], root)).out) as object
    expect(json).toMatchObject({ breaking: false, added: [{ name: 'photos' }, { name: 'photo' }] })
    // As builds have left it, and as it may have been kept.
    for (const kept of [
      'routes-manifest.json',
      'a/.vite/routes-manifest.json',
      'b/server/.vite/routes-manifest.json',
    ]) {
      manifestFile(root, `same/${kept}`, (r) => r.root('pages#home'))
      const folder = path.join(root, 'same', /^[ab](?=\/)/.exec(kept)?.[0] ?? '')
      expect(await runCommand(['diff', before, folder], root), kept).toMatchObject({
        code: 0,
        out: 'The routes are the same. Nothing breaks.\n',
      })
    }
  })

  test('ends with 2 for what is not a manifest', async () => {
    const root = makeProject({
      'a.json': '{',
      'b.json': '[]',
      'd.json': '{"version":1,"routes":[{"pattern":"/"}],"resolves":[],"directs":[]}',
      'e.json': JSON.stringify({
        version: 1,
        routes: [
          {
            verbs: [],
            pattern: '/:id',
            segments: [],
            constraints: [],
            requirements: { id: { source: '[', flags: '' } },
          },
        ],
        resolves: [],
        directs: [],
      }),
      'c.json': '{"version":9,"routes":[],"resolves":[],"directs":[]}',
    })
    const message = async (file: string) => {
      const { code, err } = await runCommand(['diff', path.join(root, file)], root)
      expect(code).toBe(2)
      return err.split('\n')[0]!.replace(`${root}/`, '')
    }
    expect(await message('missing.json')).toBe('`missing.json` cannot be read: no such file or directory.')
    expect(await message('a.json')).toBe('`a.json` is not a manifest. It is not JSON.')
    expect(await message('b.json')).toBe('`b.json` is not a manifest. It has no list of routes.')
    expect(await message('d.json')).toBe('`d.json` is not a manifest. What it lists are not routes.')
    expect(await message('e.json')).toBe(
      '`e.json` is not a manifest. In `/:id` the requirement on `id` cannot be read: Unterminated character class.',
    )
    expect(await message('c.json')).toBe('`c.json` is a manifest of version 9; this command reads version 1.')
  })
})

describe('turnout inspect', () => {
  beforeAll(buildPage)

  const dataIn = (page: string) =>
    JSON.parse(/<script type="application\/json" id="turnout-data">(.*?)<\/script>/s.exec(page)![1]!) as PageData

  test('writes the page as one file, that runs what is in it and nothing else', async () => {
    const hostile = `</script><script>alert(1)</script><!--`
    const root = makeProject({
      'config/routes.ts': routesFile(
        `  r.get('a', { to: 'a#a', defaults: { x: ${JSON.stringify(hostile)} } })\n  r.get('a', { to: 'a#b', as: 'b' })`,
      ),
    })
    const out = path.join(root, 'docs/routes.html')
    expect(await runCommand(['inspect', '--out', out], root)).toMatchObject({ code: 0, out: `Wrote ${out}.\n` })
    const page = readFileSync(out, 'utf8')
    const data = dataIn(page)
    expect(data.manifest!.routes.map(({ pattern }) => pattern)).toEqual(['/a(.:format)', '/a(.:format)'])
    expect(data.manifest!.routes[0]!.defaults).toEqual({ x: hostile })
    expect(data).toMatchObject({ editor: null, findings: [{ index: 1, kind: 'unreachable', by: [0] }] })
    expect(data.problems[0]!.text).toContain(`> 5 |   r.get('a', { to: 'a#b'`)
    expect(page).not.toContain(root)
    // Every script and style is named by its hash.
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)![1]!
    const parts = [...page.matchAll(/<(style|script type="module")>(.*?)<\/(?:style|script)>/gs)]
    expect(parts.map(([, kind]) => kind)).toEqual(['script type="module"', 'style'])
    for (const [, , text] of parts) {
      expect(policy).toContain(`'sha256-${createHash('sha256').update(text!).digest('base64')}'`)
    }
    expect(policy).not.toMatch(/unsafe|self|https?:/)
    // The page's script contains markup for the reader to copy, so only the document itself is searched.
    const document = parts.reduce((text, [part]) => text.replace(part, () => ''), page)
    expect(document).toContain('<body')
    expect(document).not.toMatch(/\s(?:src|href)="(?!data:)/)
    expect(await runCommand(['inspect', '-o', out], root)).toMatchObject({ code: 0, out: `${out} is up to date.\n` })
  })

  test('writes over no file of others, and nothing where the route files have errors', async () => {
    const root = makeProject({ ...files, 'routes.html': '<h1>Mine</h1>' })
    const out = path.join(root, 'routes.html')
    const { code, err } = await runCommand(['inspect', '-o', out], root)
    expect([code, err]).toEqual([2, expect.stringContaining('`turnout` has not written it')])
    expect(readFileSync(out, 'utf8')).toBe('<h1>Mine</h1>')
    const broken = makeProject({ 'config/routes.ts': routesFile(`  r.match('a', { to: 'a#b' })`) })
    const other = path.join(broken, 'routes.html')
    expect(await runCommand(['inspect', '-o', other], broken)).toMatchObject({ code: 2 })
    expect(existsSync(other)).toBe(false)
  })
})

describe('--help', () => {
  test('of turnout names every command', async () => {
    const { out } = await runCommand(['--help'], '.')
    for (const name of ['routes', 'explain', 'check', 'types', 'diff'])
      expect(out).toMatch(new RegExp(`^  ${name}\\b`, 'm'))
  })

  test.each(['routes', 'explain', 'check', 'types', 'diff'])('of %s fits the terminal', async (name) => {
    const { code, out } = await runCommand([name, '--help'], '.', {}, 80)
    expect(code).toBe(0)
    expect(out).toMatch(new RegExp(`^turnout ${name}: .+\\n\\nUsage: turnout ${name}\\b`))
    for (const heading of ['Options', 'Examples', 'Exit codes']) expect(out).toContain(`\n${heading}:\n`)
    expect(Math.max(...out.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(80)
  })
})
