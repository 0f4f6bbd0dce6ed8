// The command in a project with a Vite config. A process takes a second, so most tests call its function. The others show
// that processes have the same output and exit codes.
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildPackages, PACKAGES, run, TURNOUT, VITE } from './built.ts'
import { runEach, runInFolder, type Result } from './command.ts'
import { makeProject, routesFile } from './fixture.ts'

beforeAll(buildPackages)

const files = {
  'index.html': '<script type="module" src="/src/main.ts"></script>',
  'vite.config.ts': `import { turnout } from 'vite-plugin-turnout'
export default { plugins: [turnout({ types: false, manifest: '.vite/routes-manifest.json', pathNames: { new: 'neu' } })] }`,
  'config/routes.ts': routesFile(`  r.resources('photos', { only: ['new', 'show'] })\n  r.draw('admin')`),
  'config/routes/admin.ts': routesFile(
    `  r.namespace('admin', (admin) => admin.resources('users', { only: 'index' }))`,
  ),
  'src/main.ts': `import { match, newPhotoPath } from 'virtual:routes'\nconsole.log(newPhotoPath(), match('GET', '/photos/1'))`,
}
const broken = { ...files, 'config/routes/admin.ts': routesFile(`  r.member(() => {})\n  r.match('x', { to: 'a#b' })`) }

/** Runs the command in a shell with its redirections, and returns the exit code of the command, not of the reader. */
async function runInShell(command: string, cwd: string): Promise<Pick<Result, 'code' | 'err'>> {
  const script = `"${process.execPath}" "${TURNOUT}" ${command}; exit "\${PIPESTATUS[0]}"`
  return new Promise((resolve) => {
    execFile('bash', ['-c', script], { cwd, env: { ...process.env, NO_COLOR: '1' } }, (error, _, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), err })
    })
  })
}

describe('turnout routes', () => {
  test('prints the table, with the options of the Vite config', async () => {
    const { code, out, err } = await run(TURNOUT, ['routes'], makeProject(files))
    expect(err).toBe('')
    expect(out).toBe(`     Prefix Verb URI Pattern            Controller#Action
  new_photo GET  /photos/neu(.:format)  photos#new
      photo GET  /photos/:id(.:format)  photos#show
admin_users GET  /admin/users(.:format) admin/users#index
`)
    expect(code).toBe(0)
  })

  test('takes -c, -g, -E and --json, and a root elsewhere', async () => {
    const root = makeProject(files)
    const [c, g, e, json] = (await runEach([
      [['routes', '-c', 'users'], root],
      [['routes', '-g', '/photos/7'], root],
      [['routes', '-E', '-c', 'Admin::UsersController'], root],
      [['routes', '--json', '-g', 'new', '--root', root], PACKAGES],
    ])) as [Result, Result, Result, Result]
    expect(c.out.split('\n').slice(1)).toEqual(['admin_users GET  /admin/users(.:format) admin/users#index', ''])
    expect(g.out).toMatch(/photos#show\n$/)
    expect(e.out).toMatch(
      /^--\[ Route 1 \]-{67}\nPrefix {12}\| admin_users\n[^]*\nSource Location {3}\| config\/routes\/admin\.ts:4:/,
    )
    expect(JSON.parse(json.out)).toMatchObject({
      version: 1,
      routes: [{ name: 'new_photo', pattern: '/photos/neu(.:format)' }],
    })
  })

  test('says so where no route is left', async () => {
    const { code, out } = await runInFolder(['routes', '-c', 'comments'], makeProject(files))
    expect([code, out]).toEqual([0, 'No routes were found for this controller.\n'])
  })

  test('prints every error and ends with 2', async () => {
    const { code, out, err } = await run(TURNOUT, ['routes'], makeProject(broken))
    expect([code, out]).toEqual([2, ''])
    expect(err).toMatch(/error\[outside-resource-scope\] .*\n {2}at config\/routes\/admin\.ts:4:5\n/)
    expect(err).toMatch(/error\[missing-via\] .*\n {2}at config\/routes\/admin\.ts:5:5\n/)
  })

  test('ends with 2 where the command line is not valid', async () => {
    const root = makeProject({ 'vite.config.js': 'export default {}' })
    const results = await runEach([
      [['rotues'], root],
      [['routes', '--colour'], root],
      [['routes'], root],
      [['routes', '-g', '('], makeProject(files)],
      [['routes', '--config', 'vite.ts'], root],
    ])
    expect(results.map(({ code }) => code)).toEqual([2, 2, 2, 2, 2])
    expect(results.map(({ err }) => err.split('\n')[0])).toEqual([
      'There is no command `rotues`. Did you mean `routes`?',
      '`turnout routes` has no option `--colour`.',
      expect.stringContaining(`\`turnout()\` is not among the plugins of ${root}/vite.config.js. `),
      expect.stringContaining('Invalid regular expression'),
      'There is no file `vite.ts`.',
    ])
  })

  test('explains itself', async () => {
    const { code, out } = await run(TURNOUT, ['--help'], PACKAGES)
    expect([code, out]).toEqual([0, expect.stringContaining('Usage: turnout <command>')])
    const { version } = JSON.parse(readFileSync(path.join(PACKAGES, 'vite-plugin/package.json'), 'utf8')) as {
      version: string
    }
    expect((await runInFolder(['--version'], PACKAGES)).out).toBe(`${version}\n`)
  })
})

describe('turnout', () => {
  test('ends with the exit codes that its help promises', async () => {
    const root = makeProject(files)
    const manifest = path.join(root, 'manifest.json')
    const { out } = await runInFolder(['routes', '--json'], root)
    writeFileSync(manifest, out)
    const untyped = {
      ...files,
      'vite.config.ts': `import { turnout } from 'vite-plugin-turnout'\nexport default { plugins: [turnout()] }`,
    }
    const results = await runEach([
      [['check'], root],
      [['check'], makeProject(broken)],
      [['check', 'x'], root],
      [['explain', '/photos/7'], root],
      [['explain', '/nothing'], root],
      [['diff', manifest], root],
      [['diff', manifest], makeProject({ ...files, 'config/routes/admin.ts': routesFile('') })],
      [['diff', manifest], makeProject(broken)],
      [['types', '--check'], makeProject(untyped)],
    ])
    expect(results.map(({ code }) => code)).toEqual([0, 1, 2, 0, 1, 0, 1, 2, 1])
    // A process ends with the code that the function returns.
    expect((await run(TURNOUT, ['check'], makeProject(broken))).code).toBe(1)
  })

  test('reads the mode as a build does, and says which it was', async () => {
    const root = makeProject({
      ...files,
      '.env.staging': 'VITE_PREVIEWS=1',
      'config/routes/admin.ts': routesFile(`  if (import.meta.env.DEV) r.get('inbox', { to: 'mails#index' })
  if (import.meta.env.VITE_PREVIEWS) r.get('previews', { to: 'previews#index' })`),
    })
    const [own, staging, built] = await Promise.all([
      run(TURNOUT, ['routes'], root),
      run(TURNOUT, ['routes', '--mode', 'staging'], root),
      run(VITE, ['build', '--mode', 'staging'], root),
    ])
    expect([own.err, staging.err]).toEqual(['Mode: production.\n', 'Mode: staging.\n'])
    expect(own.out).not.toMatch(/inbox|previews/)
    expect(staging.out).toContain('/previews(.:format)')
    expect(staging.out).not.toContain('inbox')
    expect(built.code).toBe(0)
    const compared = ['diff', path.join(root, 'dist'), '--mode', 'staging']
    expect(await run(TURNOUT, compared, root)).toMatchObject({
      code: 0,
      out: expect.stringContaining('The routes are the same.'),
    })
  })

  test('writes colours only where they are asked for, or on a terminal', async () => {
    const root = makeProject(broken)
    const [plain, forced] = await Promise.all([
      run(TURNOUT, ['check'], root, { NO_COLOR: '' }),
      run(TURNOUT, ['check'], root, { NO_COLOR: '', FORCE_COLOR: '1' }),
    ])
    expect(plain.out).toMatch(/^error\[outside-resource-scope\] /)
    expect(forced.out.startsWith('\u001B[31merror[outside-resource-scope]\u001B[39m')).toBe(true)
  })

  // `head` is done before the command prints.
  test.runIf(process.platform === 'linux')('keeps its exit code if the reader of its output has ended', async () => {
    const [errors, routes, nothing] = await Promise.all([
      runInShell('check | head -0', makeProject(broken)),
      runInShell('routes --json | head -0', makeProject(files)),
      runInShell('explain /nothing 2>&1 | head -0', makeProject(files)),
    ])
    expect(errors).toEqual({ code: 1, err: '' })
    expect(routes).toEqual({ code: 0, err: expect.stringMatching(/^(?:Mode: production\.\n)?$/) })
    expect(nothing).toEqual({ code: 1, err: '' })
  })

  test.runIf(process.platform === 'linux')('reports output that cannot be written in one sentence', async () => {
    const root = makeProject(files)
    const failed = { code: 2, err: '`standard output` cannot be written: no space left on device.\n' }
    const [check, help, closed, silent] = await Promise.all([
      runInShell('check > /dev/full', root),
      runInShell('--help > /dev/full', root),
      runInShell('explain /photos/7 --json > /dev/full', root),
      runInShell('check > /dev/full 2>&1', root),
    ])
    expect([check, help, closed]).toEqual([failed, failed, failed])
    expect(silent).toEqual({ code: 2, err: '' })
  })

  test('ends although a plugin of the config leaves a timer, and says what is wrong with the config', async () => {
    const config = files['vite.config.ts']
    const [timer, wrong] = await Promise.all([
      run(TURNOUT, ['check'], makeProject({ ...files, 'vite.config.ts': `setInterval(() => {}, 1e6)\n${config}` })),
      run(
        TURNOUT,
        ['check'],
        makeProject({ ...files, 'vite.config.ts': `${config}\nthrow new Error('no config today')` }),
      ),
    ])
    expect(timer).toMatchObject({ code: 0, err: '' })
    expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining('no config today') })
  })
})

describe('vite build', () => {
  test('writes the same manifest whatever the folder, the locale and the time zone', async () => {
    const one = makeProject(files)
    const two = makeProject(files, 'another é folder')
    const results = await Promise.all([
      run(VITE, ['build'], one, { LC_ALL: 'C', TZ: 'UTC' }),
      run(VITE, ['build', two], PACKAGES, { LC_ALL: 'tr_TR.UTF-8', TZ: 'Pacific/Kiritimati' }),
    ])
    expect(results.map(({ code }) => code)).toEqual([0, 0])
    const [first, second] = [one, two].map((root) => readFileSync(path.join(root, 'dist/.vite/routes-manifest.json')))
    expect(first!.equals(second!)).toBe(true)
  })

  test('ends with 1 and shows every error with its code frame', async () => {
    const { code, err } = await run(VITE, ['build'], makeProject(broken))
    expect(code).toBe(1)
    expect(err).toContain('config/routes/admin.ts:4:5')
    expect(err).toContain('error[outside-resource-scope] `member` is used outside a resource.')
    expect(err).toMatch(/> 4 \|\s+r\.member\(\(\) => \{\}\)/)
    expect(err).toContain('error[missing-via]')
    expect(err).toMatch(/> 5 \|\s+r\.match\('x', \{ to: 'a#b' \}\)/)
    expect(err).toContain('fix: ')
  })

  test('ends with 1 and says where it looked when there is no route file', async () => {
    const { 'config/routes.ts': _, ...rest } = files
    const { code, err } = await run(VITE, ['build'], makeProject(rest))
    expect(code).toBe(1)
    expect(err).toContain('There is no route file. [entry-not-found]')
    expect(err).toContain('`config/routes.ts`')
  })
})
