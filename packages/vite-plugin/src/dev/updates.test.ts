// The parts of updates after an edit: which modules a browser evaluates again, the declarations on disk, and the table in the terminal.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { EnvironmentModuleNode, ViteDevServer } from 'vite'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Manifest } from '@turnout/compiler'
import { fakeProject, makeFolder, tableOf } from '../../test/fake-project.ts'
import { PAGES } from '../ids.ts'
import type { TurnoutOptions } from '../options.ts'
import type { Problem } from '../problems/problem.ts'
import { DeclarationsOnDisk } from './declarations-on-disk.ts'
import { logStyled } from './terminal.ts'
import { boundariesAbove, importersOf, staleImporters } from './importers.ts'
import { isInBrowser, reloadDocuments } from './reload-documents.ts'

const photos = tableOf((r) => r.resources('photos', { only: 'index' }))
const users = tableOf((r) => r.resources('users', { only: 'index' }))

interface NodeSettings {
  readonly importers?: readonly EnvironmentModuleNode[]
  readonly file?: string
  readonly isSelfAccepting?: boolean | undefined
  readonly accepts?: readonly EnvironmentModuleNode[]
  readonly acceptedHmrExports?: Set<string>
}

/** Makes a module of Vite's graph. Vite has analysed it, unless the settings say otherwise. */
function nodeOf(id: string | null, settings: NodeSettings = {}): EnvironmentModuleNode {
  const { importers = [], file = null, accepts = [], acceptedHmrExports = null } = settings
  return {
    id,
    file,
    importers: new Set(importers),
    isSelfAccepting: 'isSelfAccepting' in settings ? settings.isSelfAccepting : false,
    acceptedHmrExports,
    acceptedHmrDeps: new Set(accepts),
  } as unknown as EnvironmentModuleNode
}

describe('boundariesAbove', () => {
  const boundaries = (...importers: readonly EnvironmentModuleNode[]) => {
    const found = boundariesAbove(nodeOf('routes', { importers }))
    return found && [...found].map(({ id }) => id).toSorted()
  }

  test('are the nearest components that handle their own update', () => {
    const app = nodeOf('app', { isSelfAccepting: true })
    const card = nodeOf('card', { isSelfAccepting: true, importers: [app] })
    const link = nodeOf('link', { importers: [card] })
    expect(boundaries(link)).toEqual(['card'])
    expect(boundaries(link, app)).toEqual(['app', 'card'])
    expect(boundaries(nodeOf('partial', { acceptedHmrExports: new Set(['a']) }))).toEqual(['partial'])
    expect(boundaries()).toEqual([])
  })

  test('are null for a module that no component contains', () => {
    expect(boundaries(nodeOf('script'))).toBeNull()
    expect(boundaries(nodeOf('helper', { importers: [nodeOf('script')] }))).toBeNull()
  })

  test('are modules whose importer accepts their update', () => {
    const importers: EnvironmentModuleNode[] = []
    const views = nodeOf('views', { importers })
    Object.assign(views, { importers: new Set([nodeOf('main', { accepts: [views] })]) })
    expect(boundaries(views)).toEqual(['views'])
  })

  test('pass over modules on no page, circular imports, and modules that handle updates themselves', () => {
    const first = nodeOf('first')
    const second = nodeOf('second', { importers: [first, nodeOf('page', { isSelfAccepting: true })] })
    Object.assign(first, { importers: new Set([second]) })
    expect(boundaries(first)).toEqual(['page'])
    expect(boundaries(nodeOf('unseen', { isSelfAccepting: undefined }))).toEqual([])
    const folder = makeFolder({ 'hot.ts': 'import.meta.hot?.accept()', 'cold.ts': 'import.meta.env' })
    expect(boundaries(nodeOf('hot', { file: path.join(folder, 'hot.ts') }))).toEqual([])
    expect(boundaries(nodeOf('cold', { file: path.join(folder, 'cold.ts') }))).toBeNull()
    expect(boundaries(nodeOf('gone', { file: path.join(folder, 'gone.ts') }))).toBeNull()
  })

  test('are not the emitted module itself, if it imports a function that imports it', () => {
    const constraint = nodeOf('constraint')
    const routes = nodeOf('routes', { importers: [constraint], isSelfAccepting: true })
    Object.assign(constraint, { importers: new Set([routes]) })
    expect(boundariesAbove(routes)).toEqual(new Set())
  })

  test('importers are those of the application', () => {
    const routes = nodeOf('routes')
    const [link, nameless] = [nodeOf('link'), nodeOf(null)]
    Object.assign(routes, { importers: new Set([routes, nodeOf(PAGES), link, nameless]) })
    expect(importersOf(routes)).toEqual([link, nameless])
  })
})

describe('staleImporters', () => {
  const folder = () => makeFolder({ 'a.ts': 'photosPath()', 'b.ts': 'usersPath$()', 'c.ts': 'const x = photosPathX' })
  const staleAfter = (oldNames: readonly string[], newNames: readonly string[]) => {
    const root = folder()
    const importers = ['a', 'b', 'c', 'gone'].map((name) => nodeOf(name, { file: path.join(root, `${name}.ts`) }))
    return staleImporters(nodeOf('routes', { importers: [...importers, nodeOf('virtual')] }), oldNames, newNames).map(
      ({ id }) => id,
    )
  }

  test('are the modules that name a helper that came or went, and those without a source', () => {
    expect(staleAfter(['photosPath', 'match'], ['match'])).toEqual(['a', 'gone', 'virtual'])
    expect(staleAfter(['match'], ['match', 'usersPath$'])).toEqual(['b', 'gone', 'virtual'])
    expect(staleAfter(['photosPath'], ['usersPath$'])).toEqual(['a', 'b', 'gone', 'virtual'])
  })

  test('are none if the names are the same', () => {
    expect(staleAfter(['photosPath', 'usersPath$'], ['usersPath$', 'photosPath'])).toEqual([])
  })
})

describe('reloadDocuments', () => {
  const sent = (options: TurnoutOptions, hmr: unknown = true) => {
    const payloads: unknown[] = []
    const environments = { client: { hot: { send: (payload: unknown) => void payloads.push(payload) } } }
    reloadDocuments(
      { environments, config: { server: { hmr } } } as unknown as ViteDevServer,
      fakeProject('/app', photos, options),
    )
    return payloads
  }

  test('reloads pages that actions render', () => {
    expect(sent({ server: true })).toEqual([{ type: 'full-reload' }])
    expect(sent({ server: true }, undefined)).toHaveLength(1)
    for (const nothing of [sent({}), sent({ server: true, pages: 'src/pages' }), sent({ server: true }, false)])
      expect(nothing).toEqual([])
  })

  test('isInBrowser is true for files that a browser has loaded', () => {
    const modules: Readonly<Record<string, Set<string>>> = { '/a.ts': new Set(['a']), '/b.ts': new Set() }
    const environments = { client: { moduleGraph: { getModulesByFile: (file: string) => modules[file] } } }
    const server = { environments } as unknown as ViteDevServer
    expect(['/a.ts', '/b.ts', '/c.ts'].map((file) => isInBrowser(file, server))).toEqual([true, false, false])
  })
})

describe('DeclarationsOnDisk', () => {
  function make(options: TurnoutOptions = { types: 'types.d.ts' }) {
    const root = makeFolder()
    const printed: (readonly Problem[])[] = []
    const timers: { run: () => void; delay: number | undefined; isCleared: boolean }[] = []
    const start = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, delay?: number) => {
      timers.push({ run, delay, isCleared: false })
      return timers.at(-1)
    }) as never)
    const end = vi.spyOn(globalThis, 'clearTimeout').mockImplementation(((timer?: { isCleared: boolean }) => {
      if (timer !== undefined) timer.isCleared = true
    }) as never)
    onTestFinished(() => {
      start.mockRestore()
      end.mockRestore()
    })
    const types = new DeclarationsOnDisk(fakeProject(root, null, options), (problems) => void printed.push(problems))
    const file = path.join(root, 'types.d.ts')
    const read = () => (existsSync(file) ? readFileSync(file, 'utf8') : null)
    const runTimers = () => {
      for (const { run, isCleared } of timers.splice(0)) if (!isCleared) run()
    }
    return { root, types, printed, timers, runTimers, read, file }
  }

  test('writes the last of several tables after a delay', () => {
    const { types, timers, runTimers, read, printed } = make()
    types.writeSoon(photos)
    types.writeSoon(users)
    expect(read()).toBeNull()
    expect(timers.map(({ delay, isCleared }) => [delay, isCleared])).toEqual([
      [100, true],
      [100, false],
    ])
    runTimers()
    expect(read()).toContain('usersPath')
    expect(printed).toEqual([[]])
  })

  test('writes at once, and performs a delayed write at once with `flush`', () => {
    const { types, read, timers } = make()
    types.flush()
    expect(read()).toBeNull()
    types.write(photos)
    expect(read()).toContain('photosPath')
    types.writeSoon(users)
    types.flush()
    expect(read()).toContain('usersPath')
    expect(timers[0]!.isCleared).toBe(true)
  })

  test('waits longer after a slow write', () => {
    const { types, timers } = make()
    let now = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 200))
    onTestFinished(() => clock.mockRestore())
    types.write(photos)
    types.writeSoon(users)
    expect(timers[0]!.delay).toBe(600)
  })

  test('writes a declaration file again that was deleted, and its map', () => {
    const { root, types, read, printed } = make()
    expect(types.restore(`${root}/types.d.ts`)).toBe(true)
    expect([read(), printed]).toEqual([null, []])
    types.writeSoon(photos)
    expect(types.restore(`${root}/other.d.ts`)).toBe(false)
    expect(types.restore(`${root}/types.d.ts.map`)).toBe(true)
    expect(read()).toContain('photosPath')
    const none = make({ types: false })
    expect(none.types.restore(`${none.root}/types.d.ts`)).toBe(false)
  })

  test('writes nothing after the end', () => {
    const { types, runTimers, read, timers } = make()
    types.writeSoon(photos)
    types.close()
    runTimers()
    types.writeSoon(users)
    expect(timers).toEqual([])
    expect(read()).toBeNull()
  })

  test('prints a problem if the declarations cannot be made', () => {
    const { types, printed } = make()
    types.write({ ...photos, routes: [null] } as unknown as Manifest)
    expect(printed[0]!.map(({ code, message }) => [code, message])).toEqual([
      ['compilation-failed', expect.stringContaining('Writing the declarations')],
    ])
  })
})

test('a styled line has a time', () => {
  const calls: unknown[][] = []
  logStyled({ info: (...parameters: unknown[]) => void calls.push(parameters) } as never, () => 'text')
  expect(calls).toEqual([['text', { timestamp: true }]])
})
