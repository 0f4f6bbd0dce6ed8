import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Program } from 'estree'
import { parseAst, type DevEnvironment, type ViteDevServer } from 'vite'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Manifest } from '@turnout/compiler'
import { fileStates } from '../files/file-state.ts'
import { fakeConfig, fakeProject, makeFolder, recordLog, tableOf } from '../../test/fake-project.ts'
import { sampleProblem } from '../../test/sample-problem.ts'
import { PAGES, SERVER, TEMPLATE_MODULE } from '../ids.ts'
import type { TurnoutOptions } from '../options.ts'
import type { Problem } from '../problems/problem.ts'
import type { Outcome } from '../project/outcome.ts'
import { DevSession } from './dev-session.ts'

const photos = tableOf((r) => r.resources('photos', { only: 'index' }))
const users = tableOf((r) => r.resources('users', { only: 'index' }))
const ACTIONS = 'virtual:routes/actions/photos'

interface Settings {
  readonly manifest?: Manifest | null
  readonly options?: TurnoutOptions
  readonly problems?: readonly Problem[]
  readonly files?: Readonly<Record<string, string>>
  readonly outcome?: (root: string) => Partial<Outcome>
  readonly hmr?: boolean
  readonly bundledDev?: object
  /** What Vite prints for an update. */
  readonly viteLine?: string
  readonly transformRequest?: (url: string) => Promise<unknown>
  readonly sharesState?: boolean
}

interface Node {
  readonly id: string
  readonly file: string | null
  readonly importers: Set<Node>
  readonly isSelfAccepting: boolean | undefined
  readonly acceptedHmrExports: Set<string> | null
  readonly acceptedHmrDeps: Set<Node>
}
const makeNode = (id: string, more: Partial<Node> = {}): Node => ({
  id,
  file: null,
  importers: new Set(),
  isSelfAccepting: false,
  acceptedHmrExports: null,
  acceptedHmrDeps: new Set(),
  ...more,
})

/** Makes a session on a fake dev server. `actions` records the calls of the server: `client reload virtual:routes`. */
function makeSession(settings: Settings = {}) {
  const root = makeFolder(settings.files)
  const { logger, lines } = recordLog()
  const actions: string[] = []
  const watched: string[] = []
  const listeners = new Map<string, ((file: string) => void)[]>()
  const connections: (() => void)[] = []
  const environmentOf = (name: string, consumer: 'client' | 'server') => {
    const nodes = new Map<string, Node>()
    return {
      name,
      mode: 'dev',
      config: { consumer, server: { hmr: settings.hmr ?? true } },
      nodes,
      moduleGraph: {
        idToModuleMap: nodes,
        getModuleById: (id: string) => nodes.get(id),
        invalidateModule: (node: Node, ...more: unknown[]) =>
          void actions.push(`${name} invalidate ${node.id}${more.length > 0 ? ' softly' : ''}`),
      },
      logger,
      async reloadModule(this: { readonly logger: typeof logger }, node: Node) {
        actions.push(`${name} reload ${node.id}`)
        this.logger.info(`${settings.viteLine ?? 'hmr update'} ${node.id}`)
      },
      transformRequest: settings.transformRequest ?? (async () => null),
      hot: {
        send: (payload: { type: string } | string) =>
          void actions.push(`${name} send ${typeof payload === 'string' ? payload : payload.type}`),
      },
      ...(name === 'client' && settings.bundledDev !== undefined && { bundledDev: settings.bundledDev }),
    }
  }
  const environments = { client: environmentOf('client', 'client'), ssr: environmentOf('ssr', 'server') }
  const server = {
    config: fakeConfig(root, { logger, server: { hmr: settings.hmr ?? true, middlewareMode: true } }),
    environments,
    watcher: {
      on: (event: string, run: (file: string) => void) =>
        void listeners.set(event, [...(listeners.get(event) ?? []), run]),
      add: (files: readonly string[]) => void watched.push(...files),
    },
    ws: { on: (_event: string, run: () => void) => void connections.push(run) },
  }
  const project = fakeProject(root, null, { types: false, ...settings.options })
  const complete = (manifest: Manifest | null, problems: readonly Problem[] = [], more: Partial<Outcome> = {}) =>
    fakeProject(root, manifest, {}, { problems, ...settings.outcome?.(root), ...more }).outcome()
  let current = complete(settings.manifest === undefined ? photos : settings.manifest, settings.problems)
  let next = current
  let compilations = 0
  project.outcome = () => current
  project.recompile = () => {
    compilations += 1
    return (current = next)
  }
  const session = new DevSession(project, server as unknown as ViteDevServer, {
    showsDevBar: false,
    sharesState: settings.sharesState ?? false,
  })
  onTestFinished(() => session.close())
  const load = async (name: 'client' | 'ssr', source = 'virtual:routes') => {
    const module = await session.load(environments[name] as unknown as DevEnvironment, source)
    const id = name === 'client' ? `\0${source}` : source
    if (module !== null && !environments[name].nodes.has(id)) environments[name].nodes.set(id, makeNode(id))
    return module
  }
  return {
    root,
    project,
    session,
    environments,
    lines,
    actions,
    watched,
    load,
    compilations: () => compilations,
    connect: () => {
      for (const run of connections) run()
    },
    emit: (event: string, file: string) => {
      for (const run of listeners.get(event) ?? []) run(file)
    },
    /** Sets the result of the next compilation. */
    prepare: (...parameters: Parameters<typeof complete>) => void (next = complete(...parameters)),
    /** Applies a new table, and returns the calls of the server. */
    async change(...parameters: Parameters<typeof complete>) {
      actions.length = 0
      current = next = complete(...parameters)
      await session.state()
      return actions
    },
  }
}

const ENTRY = (root: string): Partial<Outcome> => ({ files: new Set([`${root}/config/routes.ts`]) })
const WARNING: Problem = { ...sampleProblem, severity: 'warning', message: 'A little odd.' }

describe('the state of a session', () => {
  test('is that of the current files', async () => {
    const { session, change } = makeSession({ problems: [WARNING] })
    expect(await session.state()).toEqual({
      manifest: photos,
      problems: [WARNING],
      isStale: false,
    })
    await change(null, [sampleProblem])
    expect(await session.state()).toEqual({
      manifest: photos,
      problems: [sampleProblem],
      isStale: true,
    })
    await change(users)
    expect(await session.state()).toEqual({ manifest: users, problems: [], isStale: false })
  })

  test('is none before the first table', async () => {
    const { session, change } = makeSession({ manifest: null, problems: [sampleProblem] })
    expect(await session.state()).toMatchObject({ manifest: null, isStale: true })
    await change(users)
    expect(await session.state()).toMatchObject({ manifest: users })
  })

  test('has an error if the modules cannot be written', async () => {
    const { session } = makeSession({
      manifest: { ...photos, routes: [null] } as unknown as Manifest,
      problems: [WARNING],
    })
    const { problems, isStale } = await session.state()
    expect(problems.map(({ code }) => code)).toEqual(['missing-via', 'compilation-failed'])
    expect(problems[1]!.message).toContain('Writing the routes as code')
    expect(isStale).toBe(true)
  })

  test('reaches listeners after each change, but not after the first compilation', async () => {
    const { session, change } = makeSession()
    const events: string[] = []
    session.on({ updated: () => void events.push('updated'), closed: () => void events.push('closed') })
    await session.state()
    expect(events).toEqual([])
    await change(users)
    await session.state()
    expect(events).toEqual(['updated'])
    session.close()
    expect(events).toEqual(['updated', 'closed'])
    await change(photos)
    expect(events).toHaveLength(2)
  })
})

describe('messages', () => {
  test('are printed when they are new', async () => {
    const { session, lines, change } = makeSession({ problems: [WARNING] })
    await session.state()
    expect(lines).toEqual([expect.stringContaining('A little odd.')])
    await change(users, [WARNING])
    expect(lines).toHaveLength(1)
    await change(null, [sampleProblem])
    expect(lines).toHaveLength(2)
    await change(users)
    expect(lines.at(-1)).toContain('Routes fixed, 1 route.')
    await change(photos)
    expect(lines).toHaveLength(3)
  })
})

describe('load', () => {
  test('returns the emitted modules', async () => {
    const { load } = makeSession()
    expect((await load('client'))!.names).toContain('photosPath')
    expect((await load('ssr', ACTIONS))!.names).toEqual(['index'])
    expect(await load('ssr', 'virtual:routes/actions/none')).toBeNull()
  })

  test('returns modules of servers whose instances share their state, unless they must not', async () => {
    const { code } = (await makeSession({ sharesState: true }).load('ssr'))!
    expect(code).toContain("Symbol.for('turnout')")
    expect((await makeSession().load('ssr'))!.code).not.toContain("Symbol.for('turnout')")
  })

  test('hides routes from clients', async () => {
    const { load } = makeSession({ options: { clientRoutes: { except: ['photos'] } } })
    expect((await load('client'))!.names).not.toContain('photosPath')
    expect((await load('ssr'))!.names).toContain('photosPath')
    expect(await load('client', ACTIONS)).toBeNull()
  })

  test('keeps the last table while the files contain an error', async () => {
    const { load, change } = makeSession()
    await load('client')
    await change(null, [sampleProblem])
    expect((await load('client'))!.names).toContain('photosPath')
  })

  test('throws the error before the first table, and reloads the pages once it is fixed', async () => {
    const { load, session, change, environments, actions, connect } = makeSession({
      manifest: null,
      problems: [WARNING, sampleProblem],
    })
    environments.ssr.nodes.set(SERVER, makeNode(SERVER))
    await expect(load('client')).rejects.toMatchObject({
      code: 'missing-via',
      message: expect.stringContaining('The route says no verb.'),
    })
    await expect(session.loadLazy(environments.ssr as unknown as DevEnvironment, SERVER)).rejects.toMatchObject({
      code: 'missing-via',
    })
    await change(users)
    expect(actions).toEqual(['client send full-reload', 'ssr send full-reload'])
    connect()
    expect(actions).toHaveLength(2)
    expect(await change(photos)).not.toContain('client send full-reload')
  })

  test('shows an error in the overlay, also to a page that connects later, and hides it', async () => {
    const { session, change, actions, connect } = makeSession()
    await session.state()
    expect(await change(null, [sampleProblem])).toEqual(['client send error'])
    connect()
    expect(actions).toEqual(['client send error', 'client send error'])
    expect(await change(users)).toEqual(['client send turnout:errors-fixed', 'client send update'])
  })

  test('returns modules that load controllers', async () => {
    const { session, environments } = makeSession({
      options: { server: true },
      outcome: () => ({ controllers: new Map([['photos', '/c/photos.ts']]) }),
    })
    expect(await session.loadLazy(environments.ssr as unknown as DevEnvironment, SERVER)).toContain('/c/photos.ts')
  })

  test('writes the declarations for type checkers at once, and later ones when a server loads a module', async () => {
    const { session, root, load, change } = makeSession({ options: { types: 'types.d.ts' } })
    const file = path.join(root, 'types.d.ts')
    await session.state()
    const read = () => readFileSync(file, 'utf8')
    expect(read()).toContain('photosPath')
    await change(users)
    expect(read()).toContain('photosPath')
    await load('client')
    expect(read()).toContain('photosPath')
    await load('ssr')
    expect(read()).toContain('usersPath')
  })
})

test('declarations that cannot be written are a problem', async () => {
  const { session, lines } = makeSession({ files: { types: 'a file' }, options: { types: 'types/routes.d.ts' } })
  await session.state()
  expect(lines.join('\n')).toContain('types/routes.d.ts')
})

test('has names the modules that exist, and all before the first table', async () => {
  const { session, environments, change } = makeSession({ options: { clientRoutes: { except: ['photos'] } } })
  const [client, ssr] = [environments.client, environments.ssr] as unknown as [DevEnvironment, DevEnvironment]
  expect(await session.has(ssr, 'virtual:routes')).toBe(true)
  expect(await session.has(ssr, ACTIONS)).toBe(true)
  expect(await session.has(client, ACTIONS)).toBe(false)
  await change(users)
  expect(await session.has(ssr, ACTIONS)).toBe(false)
  const broken = makeSession({ manifest: null, problems: [sampleProblem] })
  expect(await broken.session.has(ssr, ACTIONS)).toBe(true)
})

test('serves is true for the environments of the server', () => {
  const { session, environments } = makeSession()
  expect(
    [environments.client, environments.ssr, {}, undefined].map((environment) => session.serves(environment)),
  ).toEqual([true, true, false, false])
})

describe('check', () => {
  const check = (made: ReturnType<typeof makeSession>, code: string) =>
    made.session.check(
      { parse: () => parseAst(code) as Program, id: `${made.root}/src/a.ts`, code },
      made.environments.client as unknown as DevEnvironment,
    )

  test('throws for a helper that does not exist', async () => {
    const made = makeSession()
    await expect(check(made, `import { photoPaht } from 'virtual:routes'`)).rejects.toMatchObject({
      code: expect.any(String),
      message: expect.stringContaining('photoPaht'),
    })
    expect(made.session.hasMissingHelpers).toBe(true)
    await expect(check(made, `import { photosPath } from 'virtual:routes'`)).resolves.toBeUndefined()
    expect(made.session.hasMissingHelpers).toBe(false)
    expect(made.lines).toEqual([])
  })

  test('prints a warning once for each module', async () => {
    const made = makeSession({ options: { severities: { 'unknown-helper': 'warning' } } })
    const code = `import { photoPaht } from 'virtual:routes'`
    await check(made, code)
    await check(made, code)
    expect(made.lines).toEqual([expect.stringContaining('photoPaht')])
    await made.session.check(
      { parse: () => parseAst(code) as Program, id: `${made.root}/src/b.ts`, code },
      made.environments.client as unknown as DevEnvironment,
    )
    expect(made.lines).toHaveLength(2)
  })

  test('checks nothing before the first table', async () => {
    const made = makeSession({ manifest: null, problems: [sampleProblem] })
    await expect(check(made, `import { photoPaht } from 'virtual:routes'`)).resolves.toBeUndefined()
  })
})

describe('changes of files', () => {
  /** Starts a session, and waits for the first compilation. */
  async function start(settings: Settings = {}) {
    const made = makeSession({ outcome: ENTRY, ...settings })
    made.session.start()
    await made.session.state()
    return made
  }

  test.each(['add', 'change', 'unlink'])('of a route file compile again: %s', async (event) => {
    const { session, emit, compilations, prepare } = await start()
    prepare(users)
    emit(event, 'config/routes.ts')
    expect(compilations()).toBe(1)
    await vi.waitFor(async () => expect((await session.state()).manifest).toBe(users))
  })

  test('of other files do nothing, except that a file which appears or disappears can change what an import finds', async () => {
    const { root, project, emit, compilations } = await start()
    const filesChanged = vi.spyOn(project, 'filesChanged')
    emit('change', `${root}/src/other.ts`)
    expect(filesChanged).toHaveBeenCalledTimes(0)
    emit('add', `${root}/src/other.ts`)
    emit('unlink', `${root}/src/other.ts`)
    emit('change', `${root}/tsconfig.json`)
    expect(filesChanged).toHaveBeenCalledTimes(3)
    expect(compilations()).toBe(0)
  })

  test('before the first outcome compile again', () => {
    const { session, emit, compilations } = makeSession()
    session.start()
    emit('change', 'src/other.ts')
    expect(compilations()).toBe(1)
  })

  test('that create a file compile again if the files contain an error, and those that delete one do not', async () => {
    const { emit, compilations } = await start({ manifest: null, problems: [sampleProblem] })
    emit('unlink', 'src/new.ts')
    expect(compilations()).toBe(0)
    emit('change', 'src/new.ts')
    expect(compilations()).toBe(0)
    emit('add', 'src/new.ts')
    expect(compilations()).toBe(1)
  })

  test('make requests wait for the new table', async () => {
    const { load, emit, prepare, actions, environments } = await start()
    environments.client.nodes.set('/src/other.ts', makeNode('/src/other.ts'))
    await load('client')
    await load('ssr', ACTIONS)
    prepare(users)
    actions.length = 0
    emit('change', 'config/routes.ts')
    expect(actions).toEqual(['client invalidate \0virtual:routes', `ssr invalidate ${ACTIONS}`])
    expect((await load('client'))!.names).toContain('usersPath')
  })

  test('that delete the declarations write them again', async () => {
    const { root, emit, compilations } = await start({ options: { types: 'types.d.ts' } })
    await vi.waitFor(() => expect(existsSync(path.join(root, 'types.d.ts'))).toBe(true))
    rmSync(path.join(root, 'types.d.ts'))
    emit('change', 'types.d.ts')
    expect(existsSync(path.join(root, 'types.d.ts'))).toBe(false)
    emit('unlink', 'types.d.ts')
    expect(existsSync(path.join(root, 'types.d.ts'))).toBe(true)
    expect(compilations()).toBe(0)
  })

  test('of the document reload its module', async () => {
    const { environments, emit, actions } = await start({ options: { pages: 'src/pages', server: true } })
    environments.ssr.nodes.set(TEMPLATE_MODULE, makeNode(TEMPLATE_MODULE))
    actions.length = 0
    emit('change', 'index.html')
    await vi.waitFor(() =>
      expect(actions).toEqual([`ssr invalidate ${TEMPLATE_MODULE}`, `ssr reload ${TEMPLATE_MODULE}`]),
    )
    emit('change', 'other.html')
    expect(actions).toHaveLength(2)
  })

  test('that the watcher missed are seen by requests, and soon after another change', async () => {
    const files = { 'config/routes.ts': 'one' }
    const states = (root: string) => ({ ...ENTRY(root), states: fileStates([`${root}/config/routes.ts`]) })
    const { root, session, compilations, prepare, emit } = await start({ files, outcome: states })
    writeFileSync(path.join(root, 'config/routes.ts'), 'longer than before')
    prepare(users)
    expect((await session.state()).manifest).toBe(users)
    expect(compilations()).toBe(1)
    emit('change', 'config/routes.ts')
    writeFileSync(path.join(root, 'config/routes.ts'), 'longer than before that')
    await vi.waitFor(() => expect(compilations()).toBeGreaterThan(2))
  })

  test('that the watcher missed during its scan are seen a little later', async () => {
    const files = { 'config/routes.ts': 'one' }
    const states = (root: string) => ({ states: fileStates([`${root}/config/routes.ts`]) })
    const { root, compilations, emit } = await start({ files, outcome: states })
    emit('ready', '')
    expect(compilations()).toBe(0)
    writeFileSync(path.join(root, 'config/routes.ts'), 'longer than before')
    await vi.waitFor(() => expect(compilations()).toBeGreaterThan(0))
  })

  test('are compared again after waits that double, up to 30 seconds, until the session is closed', async () => {
    const delays: (number | undefined)[] = []
    const pending: (() => void)[] = []
    const { session, emit, compilations } = await start()
    const spied = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, delay?: number) => {
      delays.push(delay)
      pending.push(run)
      return { unref: () => {} }
    }) as never)
    onTestFinished(() => spied.mockRestore())
    emit('ready', '')
    for (let count = 0; count < 20; count += 1) pending.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
    expect(compilations()).toBe(0)
    expect(delays).toEqual([55, 110, 220, 440, 880, 1760, 3520, 7040, 14_080, 28_160])
    session.close()
    emit('ready', '')
    emit('change', 'config/routes.ts')
    expect(delays).toHaveLength(10)
  })

  test('are not compared after the end of the session, or without an outcome', async () => {
    const files = { 'config/routes.ts': 'one' }
    const states = (root: string) => ({ states: fileStates([`${root}/config/routes.ts`]) })
    const { root, session, compilations, emit } = await start({ files, outcome: states })
    const checks: (() => void)[] = []
    const spied = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void) => {
      checks.push(run)
      return { unref: () => {} }
    }) as never)
    onTestFinished(() => spied.mockRestore())
    emit('ready', '')
    checks[0]!()
    session.close()
    writeFileSync(path.join(root, 'config/routes.ts'), 'longer than before')
    const broken = makeSession()
    broken.project.outcome = () => Promise.reject(new Error('no luck'))
    broken.session.start()
    broken.emit('ready', '')
    checks.at(-1)!()
    await new Promise((resolve) => setImmediate(resolve))
    expect([compilations(), broken.compilations()]).toEqual([0, 0])
    expect(broken.lines).toEqual(['error: turnout: Error: no luck'])
  })

  test('that fail are logged, and do not end the server', async () => {
    const { project, emit, lines } = await start()
    project.recompile = () => Promise.reject(new Error('no luck'))
    emit('change', 'config/routes.ts')
    await vi.waitFor(() => expect(lines).toEqual(['error: turnout: Error: no luck']))
  })

  test('outside the root are watched', async () => {
    const outcome = (root: string) => ({
      files: new Set([`${root}/a.ts`, '/elsewhere/b.ts', '\0virtual', '/elsewhere/c.ts?raw', `${root}-shared/d.ts`]),
    })
    const { watched, root } = await start({ outcome })
    expect(watched).toEqual(['/elsewhere/b.ts', `${root}-shared/d.ts`])
    expect((await start()).watched).toEqual([])
  })
})

test('watched lists the files of the last compilation', async () => {
  const { session, root } = makeSession({ outcome: ENTRY })
  expect([...session.watched]).toEqual([])
  await session.state()
  expect([...session.watched]).toEqual([`${root}/config/routes.ts`])
})

describe('a new table', () => {
  async function loaded(settings: Settings = {}) {
    const made = makeSession(settings)
    await made.load('client')
    await made.load('ssr')
    const nodes = {
      client: made.environments.client.nodes.get('\0virtual:routes')!,
      ssr: made.environments.ssr.nodes.get('virtual:routes')!,
    }
    return { ...made, nodes }
  }

  test('updates the module that a page has, even if another page has loaded the new one meanwhile', async () => {
    const { change, environments, load } = await loaded({ options: { server: true } })
    environments.ssr.nodes.set(SERVER, makeNode(SERVER))
    const { reloadModule } = environments.ssr
    environments.ssr.reloadModule = async function (node) {
      if (node.id === SERVER) await load('client')
      return reloadModule.call(this, node)
    }
    expect(await change(users)).toContain('client reload \0virtual:routes')
  })

  test('updates the emitted module in browsers and servers', async () => {
    const { change } = await loaded()
    await change(tableOf((r) => r.resources('albums', { only: 'index' })))
    expect(await change(users)).toEqual([
      'client invalidate \0virtual:routes',
      'ssr invalidate virtual:routes',
      'client reload \0virtual:routes',
      'ssr reload virtual:routes',
    ])
  })

  test('prints one line for all modules and environments', async () => {
    const { change, lines } = await loaded()
    await change(users)
    expect(lines.map((line) => stripVTControlCharacters(line))).toEqual(['info: hmr update virtual:routes'])
  })

  test('prints the line of Vite if Vite reloads a page', async () => {
    const { change, lines } = await loaded({ viteLine: 'page reload' })
    await change(users)
    expect(lines).toEqual(['info: page reload \0virtual:routes'])
  })

  test('transforms the modules that name a removed helper before pages hear of the change, also if one of them fails', async () => {
    const transformed: string[] = []
    const made = await loaded({
      transformRequest: async (url) => {
        transformed.push(`${url} after ${made.actions.filter((action) => action.includes('reload')).length} reloads`)
        throw new Error('no helper')
      },
    })
    const component = makeNode('component', { isSelfAccepting: true })
    made.nodes.client.importers.add(Object.assign(component, { url: '/src/component.ts' }))
    await made.change(users)
    expect(transformed).toEqual(['/src/component.ts after 0 reloads'])
    // No name is gone from this table, so the update itself transforms the modules.
    await made.change(tableOf((r) => r.resources('users', { only: ['index', 'new'] })))
    expect(transformed).toHaveLength(1)
  })

  test('is transformed again for a module of a server that names a new helper', async () => {
    const { change, nodes, session, environments } = await loaded()
    await change(users)
    const routes = Object.assign(nodes.ssr, { transformResult: 'table' as string | null })
    const inBrowser = Object.assign(nodes.client, { transformResult: 'table' })
    const check = (environment: 'client' | 'ssr', code: string) =>
      session.check(
        { parse: () => parseAst(code) as Program, id: '/app/src/a.ts', code },
        environments[environment] as unknown as DevEnvironment,
      )
    await check('ssr', `import { match } from 'virtual:routes'`)
    await check('client', `import { usersPath } from 'virtual:routes'`)
    expect([routes.transformResult, inBrowser.transformResult]).toEqual(['table', 'table'])
    await check('ssr', `import { usersPath } from 'virtual:routes'`)
    expect(routes.transformResult).toBeNull()
    environments.ssr.nodes.clear()
    await expect(check('ssr', `import { usersPath } from 'virtual:routes'`)).resolves.toBeUndefined()
  })

  test('loads documents again whose modules named a helper that the last table lacked', async () => {
    const { change, session, root, environments, actions } = await loaded()
    const code = `import { usersPath } from 'virtual:routes'`
    const id = `${root}/src/a.ts`
    const check = session.check(
      { parse: () => parseAst(code) as Program, id, code },
      environments.client as unknown as DevEnvironment,
    )
    await expect(check).rejects.toThrow('usersPath')
    expect(session.hasMissingHelpers).toBe(true)
    await change(users)
    expect(session.hasMissingHelpers).toBe(false)
    await vi.waitFor(() => expect(actions).toContain('client send full-reload'))
  })

  test('updates nothing if only locations have changed', async () => {
    const { change } = await loaded()
    const moved = {
      ...photos,
      routes: photos.routes.map((route) => ({ ...route, location: { ...route.location!, line: 99 } })),
    }
    expect((await change(moved)).filter((action) => action.includes('reload'))).toEqual([])
    expect(await change(moved)).toEqual([])
  })

  test('updates the components that import it', async () => {
    const { change, nodes, actions } = await loaded()
    const component = makeNode('component', { isSelfAccepting: true })
    const helper = makeNode('helper', { importers: new Set([component]) })
    nodes.client.importers.add(helper)
    await change(users)
    expect(actions.filter((action) => action.startsWith('client')).slice(1)).toEqual([
      // It names a helper that is gone, so it is transformed again first.
      'client invalidate helper',
      'client invalidate helper softly',
      'client reload \0virtual:routes',
      'client reload helper',
      'client reload component',
    ])
  })

  test('updates a component once that imports several emitted modules', async () => {
    const { change, nodes, actions, load, environments } = await loaded()
    await load('client', ACTIONS)
    const component = makeNode('component', { isSelfAccepting: true })
    for (const id of ['\0virtual:routes', `\0${ACTIONS}`]) environments.client.nodes.get(id)!.importers.add(component)
    expect(nodes.client.importers.has(component)).toBe(true)
    await change(tableOf((r) => r.resources('photos', { only: 'index', path: 'pictures' })))
    expect(actions.filter((action) => action.startsWith('client reload'))).toEqual([
      'client reload \0virtual:routes',
      `client reload \0${ACTIONS}`,
      'client reload component',
    ])
  })

  test('updates the module for pages once', async () => {
    const { change, nodes, actions } = await loaded()
    const pages = makeNode(PAGES, { isSelfAccepting: true })
    nodes.client.importers.add(makeNode('wrapper', { importers: new Set([pages]) }))
    await change(users)
    expect(actions.filter((action) => action.startsWith('client')).slice(1)).toEqual([
      'client invalidate wrapper',
      'client invalidate wrapper softly',
      'client invalidate \0virtual:routes softly',
      'client reload wrapper',
      `client reload ${PAGES}`,
    ])
  })

  test('reloads a page without such a component', async () => {
    const { change, nodes, actions } = await loaded()
    nodes.client.importers.add(makeNode('script'))
    await change(users)
    expect(actions.filter((action) => action.startsWith('client')).slice(1)).toEqual([
      'client invalidate script',
      'client send full-reload',
    ])
    const off = await loaded({ hmr: false })
    off.nodes.client.importers.add(makeNode('script'))
    expect(await off.change(users)).not.toContain('client send full-reload')
  })

  test('makes the modules of a server evaluate again if they name a helper that came or went', async () => {
    const { change, nodes } = await loaded()
    nodes.ssr.importers.add(makeNode('importer', { file: '/no/such/file.ts' }))
    expect((await change(users)).slice(-3)).toEqual([
      'ssr reload virtual:routes',
      'ssr invalidate importer',
      'ssr reload importer',
    ])
  })

  test('removes modules of actions that no longer exist', async () => {
    const { change, load, environments } = await loaded()
    await load('ssr', ACTIONS)
    environments.ssr.nodes.get(ACTIONS)!.importers.add(makeNode('importer', { file: '/no/such/file.ts' }))
    const actions = await change(users)
    expect(actions).not.toContain(`ssr reload ${ACTIONS}`)
    expect(actions).toContain('ssr reload importer')
    // The module is announced no more.
    expect(await change(photos)).not.toContain(`ssr reload ${ACTIONS}`)
  })

  test('reloads documents that actions render, unless the application has pages of its own', async () => {
    const { change, actions } = await loaded({ options: { server: true } })
    expect(actions).not.toContain('client send full-reload')
    expect(await change(users)).toContain('client send full-reload')
    // The same table, with another warning.
    expect(await change(users, [WARNING])).not.toContain('client send full-reload')
    const pages = await loaded({ options: { server: true, pages: 'src/pages' } })
    expect(await pages.change(users)).not.toContain('client send full-reload')
  })

  test('updates the modules that load controllers, if they have changed', async () => {
    const settings = { options: { server: true, pages: 'src/pages' } } as const
    const { change, environments } = await loaded(settings)
    environments.ssr.nodes.set(SERVER, makeNode(SERVER))
    const controllers = new Map([['photos', '/c/photos.ts']])
    expect(await change(photos, [], { controllers })).toEqual(
      expect.arrayContaining([`ssr invalidate ${SERVER}`, `ssr reload ${SERVER}`]),
    )
    expect(await change(photos, [], { controllers })).toEqual([])
  })

  test('reloads a page after the bundle of a bundled dev server is complete', async () => {
    let regenerations = 0
    let isRegenerated = false
    const bundledDev = {
      hasBuildOutput: false,
      triggerBundleRegenerationIfStale: async () => {
        regenerations += 1
        return isRegenerated
      },
    }
    const fail = async (made: ReturnType<typeof makeSession>) => made.load('client').catch(() => {})
    const made = makeSession({ manifest: null, problems: [sampleProblem], bundledDev })
    await fail(made)
    await made.change(users)
    expect(made.actions).toEqual(['ssr send full-reload'])
    expect(regenerations).toBe(0)
    bundledDev.hasBuildOutput = true
    await vi.waitFor(() => expect(made.actions).toContain('client send full-reload'))
    expect(regenerations).toBe(1)
    isRegenerated = true
    const other = makeSession({ manifest: null, problems: [sampleProblem], bundledDev })
    await fail(other)
    await other.change(users)
    await vi.waitFor(() => expect(regenerations).toBe(2))
    expect(other.actions).not.toContain('client send full-reload')
  })

  test('stops to wait for a bundle when the session is closed', async () => {
    const bundledDev = { hasBuildOutput: false, triggerBundleRegenerationIfStale: vi.fn() }
    const { load, change, session } = makeSession({ manifest: null, problems: [sampleProblem], bundledDev })
    let polls = 0
    const endlessBundle = {
      get hasBuildOutput() {
        polls += 1
        return false
      },
      triggerBundleRegenerationIfStale: vi.fn(),
    }
    const open = makeSession({ manifest: null, problems: [sampleProblem], bundledDev: endlessBundle })
    await Promise.all([load('client').catch(() => {}), open.load('client').catch(() => {})])
    await Promise.all([change(users), open.change(users)])
    session.close()
    bundledDev.hasBuildOutput = true
    // The open session waits with an equal timer. Its second poll shows that the timer of the closed session has ended.
    const pollsBefore = polls
    await vi.waitFor(() => expect(polls).toBeGreaterThan(pollsBefore + 1))
    open.session.close()
    expect(bundledDev.triggerBundleRegenerationIfStale).not.toHaveBeenCalled()
  })
})
