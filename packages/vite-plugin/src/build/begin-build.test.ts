import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { normalizePath } from 'vite'
import { compileRoutes } from '@turnout/compiler'
import { describe, expect, onTestFinished, test } from 'vitest'
import { fileStates } from '../files/file-state.ts'
import { ResultCache } from '../files/result-cache.ts'
import { sampleProblem } from '../../test/sample-problem.ts'
import type { Problem } from '../problems/problem.ts'
import type { Outcome } from '../project/outcome.ts'
import type { Project } from '../project/project.ts'
import { beginBuild, watchedPlaces } from './begin-build.ts'

/** Makes a root with folders, and returns the places that a build of it watches, relative to the root. */
function watchedIn(existing: readonly string[], drawFolders: readonly string[], more: Partial<Outcome> = {}) {
  const root = normalizePath(realpathSync(mkdtempSync(path.join(tmpdir(), 'turnout-build-'))))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const folder of existing) mkdirSync(path.join(root, folder), { recursive: true })
  const project = { root } as Project
  const at = (file: string) => path.posix.join(root, file)
  const outcome = { files: new Set(), entries: [], states: new Map(), ...more, drawFolders: drawFolders.map(at) }
  const watch = (next: Partial<Outcome> = {}) =>
    [...watchedPlaces({ ...outcome, ...next } as unknown as Outcome, project)].map((place) =>
      path.posix.relative(root, place),
    )
  return { at, root, watch }
}

describe('watchedPlaces', () => {
  test('are the files that took part, and where an entry is looked for', () => {
    const { watch } = watchedIn([], [], { files: new Set(['/a/routes.ts']), entries: ['/a/other.ts'] })
    expect(watch().map((place) => path.posix.basename(place))).toEqual(['routes.ts', 'other.ts'])
  })

  test('are a folder of drawn files that exists', () => {
    expect(watchedIn(['config/routes'], ['config/routes']).watch()).toEqual(['config/routes'])
  })

  test('are a folder that is missing, and the folder above, in which it would appear', () => {
    expect(watchedIn(['config'], ['config/routes']).watch()).toEqual(['config/routes', 'config'])
  })

  test('are the first missing folder of several', () => {
    expect(watchedIn(['app'], ['app/config/routes']).watch()).toEqual(['app/config', 'app'])
  })

  test('are never the root, which contains the output', () => {
    expect(watchedIn([], ['routes']).watch()).toEqual(['routes'])
    expect(watchedIn([], ['.']).watch()).toEqual([])
  })

  test('are never a folder around the root', () => {
    expect(watchedIn([], ['..', '../..']).watch()).toEqual([])
    // The folder above this one is around the root.
    const { root, watch } = watchedIn([], ['../missing-routes'])
    expect(watch()).toEqual(['../missing-routes'])
    expect(path.posix.dirname(root)).not.toBe(root)
  })

  test('are a folder whose name begins as that of the root', () => {
    const { root, watch } = watchedIn([], [])
    const sibling = `${root}-shared`
    mkdirSync(sibling)
    onTestFinished(() => rmSync(sibling, { recursive: true, force: true }))
    expect(watch({ drawFolders: [sibling] })).toEqual([`../${path.posix.basename(sibling)}`])
    // The root's name begins as that of this folder, which is not around the root.
    const prefix = root.slice(0, -1)
    mkdirSync(prefix)
    onTestFinished(() => rmSync(prefix, { recursive: true, force: true }))
    expect(watch({ drawFolders: [prefix] })).toContain(`../${path.posix.basename(prefix)}`)
  })

  test('are drawn files that were looked for and are missing, and no other missing files', () => {
    const { at, watch } = watchedIn(['config/routes'], ['config/routes'])
    writeFileSync(at('config/routes/api.ts'), '')
    const states = fileStates(['config/routes/api.ts', 'config/routes/admin.ts', 'src/other.ts'].map(at))
    expect(watch({ states })).toEqual(['config/routes', 'config/routes/admin.ts'])
  })

  test('stay watched in later builds of the project', () => {
    const { at, watch } = watchedIn(['config'], ['config/routes'])
    watch()
    mkdirSync(at('config/routes'))
    expect(watch()).toEqual(['config/routes', 'config'])
    expect(watch({ drawFolders: [] })).toEqual(['config/routes', 'config'])
  })
})

describe('beginBuild', () => {
  const { manifest } = compileRoutes((r: { root(to: string): void }) => r.root('pages#home'))
  const warning: Problem = { ...sampleProblem, severity: 'warning', message: 'The route is a little odd.' }

  /** Makes a project, and returns what a build of it with some problems watches and prints. */
  function makeBuilds() {
    const root = normalizePath(realpathSync(mkdtempSync(path.join(tmpdir(), 'turnout-build-'))))
    onTestFinished(() => rmSync(root, { recursive: true, force: true }))
    const options = {
      openapi: { file: 'o.json', base: 'openapi.json' },
      types: 'virtual-routes.d.ts',
      compile: {},
      server: false,
      pages: null,
    }
    const folders = { controllers: null, pages: null, template: null }
    const cache = new ResultCache(root)
    const shown = { readSource: () => null, readAllowedSource: () => null, pageOf: String }
    const project = { root, options, folders, cache, ...shown }
    const printed: string[] = []
    const print = (text: string) => void printed.push(text)
    const logger = { error: print, warn: print, info: print }
    const outcome = { files: new Set(), entries: [], states: new Map(), drawFolders: [], manifest }
    const build = async (problems: readonly Problem[]) => {
      const watched: string[] = []
      printed.length = 0
      const watch = (file: string) => void watched.push(path.posix.relative(root, normalizePath(file)))
      await beginBuild({ ...outcome, problems } as unknown as Outcome, project as unknown as Project, watch, logger)
      return { watched, printed: [...printed] }
    }
    return { root, build }
  }

  test('watches the document into which a build merges the operations, and writes the declarations', async () => {
    const { root, build } = makeBuilds()
    expect((await build([])).watched).toEqual(['openapi.json'])
    expect(readFileSync(path.join(root, 'virtual-routes.d.ts'), 'utf8')).toContain('rootPath')
  })

  test('prints a warning once, and again after a build without the warning', async () => {
    const { build } = makeBuilds()
    const counts: number[] = []
    for (const problems of [[warning], [warning], [], [warning]]) {
      const { printed } = await build(problems)
      counts.push(printed.filter((text) => text.includes('a little odd')).length)
    }
    expect(counts).toEqual([1, 0, 0, 1])
  })

  test('prints the warnings of another project', async () => {
    const [first, second] = [makeBuilds(), makeBuilds()]
    expect((await first.build([warning])).printed.join()).toContain('a little odd')
    expect((await second.build([warning])).printed.join()).toContain('a little odd')
  })

  test('throws an error in each build, with one copy of it, and writes nothing', async () => {
    const { root, build } = makeBuilds()
    for (let count = 0; count < 2; count += 1) {
      let message = ''
      try {
        await build([warning, sampleProblem])
      } catch (error) {
        message = String(error)
      }
      expect(message.split('The route says no verb.')).toHaveLength(2)
    }
    expect(existsSync(path.join(root, 'virtual-routes.d.ts'))).toBe(false)
  })
})
