// The bundle of the plugin: the files that a start loads, and the files that its modules find by their place.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { buildPackages, PACKAGES } from './built.ts'

const DIST = path.join(PACKAGES, 'vite-plugin/dist')

beforeAll(buildPackages)

const scripts = () => readdirSync(DIST, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'))

/** Returns the files that Node loads with a file, relative to the bundle. */
function loadedFiles(file: string, files = new Set<string>()): Set<string> {
  if (files.has(file)) return files
  files.add(file)
  const code = readFileSync(path.join(DIST, file), 'utf8')
  for (const [, id] of code.matchAll(/^(?:import|export)\b.*['"](\.[^'"]*)['"];?$/gm)) {
    loadedFiles(path.join(path.dirname(file), id!), files)
  }
  return files
}

const codeOf = (files: readonly string[]) => files.map((file) => readFileSync(path.join(DIST, file), 'utf8')).join('\n')

test('a start loads neither the extensions nor the compilation of route files', () => {
  const files = [...loadedFiles('index.js')]
  const code = codeOf(files)
  expect(files).toContain(path.join('chunks', 'plugin.js'))
  expect(files.length).toBeLessThan(15)
  for (const name of ['dev-pages', 'exports', 'inspector', 'rails']) {
    expect(existsSync(path.join(DIST, `chunks/${name}.js`))).toBe(true)
    expect(files).not.toContain(path.join('chunks', `${name}.js`))
    expect(code).toMatch(new RegExp(`import\\('\\./${name}\\.js'\\)`))
  }
  expect(code).not.toMatch(/^import .*srvx/m)
  expect(code).not.toContain('function expand(')
  expect(codeOf([...loadedFiles(path.join('chunks', 'compile.js'))])).toContain('function expand(')
})

test('the DSL loads no other module of the plugin', () => {
  const code = codeOf([...loadedFiles('dsl.js')])
  expect(code.length).toBeLessThan(10_000)
  expect(code).not.toMatch(/['"](?:node:|vite)/)
})

test('modules find the files of the package from their chunks', () => {
  const targets = scripts().flatMap((file) => {
    const code = readFileSync(path.join(DIST, file), 'utf8')
    const base = pathToFileURL(path.join(DIST, file))
    return [...code.matchAll(/new URL\('([^']*)', new URL\("([^"]*)", import\.meta\.url\)\.href\)/g)].map(
      ([, target, module]) => fileURLToPath(new URL(target!, new URL(module!, base))),
    )
  })
  const names = targets.map((target) => path.relative(path.join(PACKAGES, 'vite-plugin'), target))
  expect(names.sort()).toEqual(['dist/page', 'docs/diagnostics', 'package.json'].map(path.normalize))
  expect(targets.filter((target) => !existsSync(target))).toEqual([])
})

test('the cache of results knows the digest of the bundle', () => {
  expect(codeOf(scripts())).toMatch(/\bBUNDLE = "[\w-]{43}"/)
})
