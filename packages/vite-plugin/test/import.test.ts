import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { expect, test } from 'vitest'
import { recorded } from '../../rails/test/recorded.ts'
import { runCommand } from './command.ts'
import { makeProject } from './fixture.ts'

const TSC = path.join(path.dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')

function project(name: Parameters<typeof recorded>[0]) {
  const root = makeProject({
    'config/routes.json': recorded(name, '7.2'),
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        strict: true,
        noEmit: true,
        module: 'ESNext',
        moduleResolution: 'bundler',
        target: 'ES2022',
        types: [],
      },
      include: ['config'],
    }),
  })
  const [json, out] = [path.join(root, 'config/routes.json'), path.join(root, 'config/routes.ts')]
  return { root, json, out }
}

test.each([
  ['shop', '20 of 40 routes are in resources'],
  ['mastodon', '659 of 772 routes are in resources'],
] as const)('turnout import writes a route file that compiles to the same table: %s', async (name, share) => {
  const { root, json, out } = project(name)
  const { code, out: said } = await runCommand(['import', json, '--out', out], root)
  expect(code).toBe(0)
  expect(said).toContain(share)
  expect(existsSync(path.join(root, 'config/rails-functions.ts'))).toBe(true)
  const table = async (routes: string) =>
    JSON.parse((await runCommand(['routes', '--json'], root, { routes })).out).routes
  const plain = (routes: Record<string, unknown>[]) =>
    routes.map(({ name: own, verbs, pattern, controller, action, requirements, defaults }) => [
      own,
      verbs,
      pattern,
      controller,
      action,
      requirements,
      defaults,
    ])
  expect(plain(await table('config/routes.ts'))).toEqual(plain(await table('config/routes.json')))
  // In strict TypeScript.
  execFileSync(process.execPath, [TSC, '-p', root], { stdio: 'pipe' })
})

test('turnout import writes over nothing, prints on demand, and says what is wrong', async () => {
  const { root, json, out } = project('huginn')
  writeFileSync(out, 'mine')
  const refused = await runCommand(['import', json, '--out', out], root)
  expect([refused.code, refused.err]).toEqual([
    2,
    `\`${out}\` would be written over. Name another with \`--out\`, or say \`--force\`.\n`,
  ])
  const printed = await runCommand(['import', json, '--out', out, '--print'], root)
  expect([printed.code, printed.err]).toEqual([
    0,
    'The JSON does not list `direct` and `resolve`. Write it again with the current rake task to see them.\n' +
      '75 of 81 routes are in resources; the table is the same, route by route.\n',
  ])
  expect(readFileSync(out, 'utf8')).toBe('mine')
  const forced = await runCommand(['import', json, '--out', out, '--force', '--json'], root)
  expect(JSON.parse(forced.out)).toEqual({
    routes: 81,
    inResources: 75,
    leftOut: 0,
    losses: [expect.stringContaining('`direct` and `resolve`')],
    written: [out],
    warnings: [],
  })
  expect(readFileSync(out, 'utf8')).toBe(`${printed.out.trimEnd()}\n`)
  const broken = { ...JSON.parse(recorded('huginn', '7.2')), directs: [], resolves: [] }
  broken.routes.push({ ...broken.routes[0], name: null, path: '/:controller/x' })
  writeFileSync(json, JSON.stringify(broken))
  const partial = await runCommand(['import', json, '--out', out, '--force'], root)
  expect(partial.code).toBe(0)
  expect(partial.err).toContain('1 route is left out; the warning says why.')
  expect(partial.out).toContain('the routes of the file are the same, route by route.')
  writeFileSync(json, '{"routes":[\n{"name":7}]}')
  const wrong = await runCommand(['import', json, '--out', path.join(root, 'other.ts')], root)
  expect(wrong.code).toBe(1)
  expect(wrong.err).toContain('error[invalid-rails-json]')
  expect(wrong.err).toContain('> 2 | {"name":7}]}')
  expect(existsSync(path.join(root, 'other.ts'))).toBe(false)
  for (const args of [
    ['import', path.join(root, 'none.json')],
    ['import', json, '--out', 'routes.json'],
  ]) {
    expect((await runCommand(args, root)).code).toBe(2)
  }
})
