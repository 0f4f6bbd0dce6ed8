/**
 * A test runner for StrykerJS that runs Vitest's tests in the process of the mutants, in milliseconds: Stryker's own
 * starts Vitest anew for each mutant, which takes a second or more, so hours for the whole.
 *
 * It has of Vitest what unit tests need: `describe`, `it`, `test`, `each`, `afterEach` for a whole file, and `expect` with
 * all matchers but snapshots.
 * Modules are loaded through Vite with the project's own configuration. They are loaded anew for each mutant, so that
 * nothing that one leaves in them reaches the next; but for tests that are said to be `stateless`, as the whole compiler
 * takes some tenths of a second.
 */
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { format } from 'node:util'
import { chai, JestAsymmetricMatchers, JestChaiExpect } from '@vitest/expect'
import { createServer, createServerModuleRunner } from 'vite'

chai.use(JestChaiExpect)
chai.use(JestAsymmetricMatchers)

/** The object by which instrumented code is told which mutant is active, and tells what was run. */
const stryker = (globalThis.__stryker__ ??= {})

/** The tests that are being collected, the titles of the blocks around, and what is to run after each test. */
let collected = []
let titles = []
let cleanUps = []

function describe(title, block) {
  titles.push(title)
  block()
  titles.pop()
}

function it(title, run) {
  collected.push({ title: [...titles, title].join(' > '), run })
}

/** `each` as far as it is used: of a list of arguments, or of lists of them. */
const withEach = (declare) =>
  Object.assign(declare, {
    each: (rows) => (title, run) => {
      const areLists = rows.every(Array.isArray)
      for (const row of rows) {
        const values = areLists ? row : [row]
        declare(format(title, ...values), () => run(...values))
      }
    },
  })

globalThis.__tests__ = {
  describe: withEach(describe),
  it: withEach(it),
  test: withEach(it),
  afterEach: (run) => cleanUps.push(run),
  expect: chai.expect,
}

const standIn = {
  name: 'stand-in-for-vitest',
  enforce: 'pre',
  resolveId: (id) => (id === 'vitest' ? '\0vitest' : undefined),
  load: (id) =>
    id === '\0vitest' ? 'export const { describe, it, test, afterEach, expect } = globalThis.__tests__' : undefined,
}

class TestRunner {
  static inject = ['options']

  constructor(options) {
    this.places = options.unitTests
  }

  capabilities() {
    return { reloadEnvironment: true }
  }

  async init() {
    this.server = await createServer({
      configFile: path.resolve('vitest.config.ts'),
      plugins: [standIn],
      appType: 'custom',
      logLevel: 'error',
      ssr: { noExternal: ['vitest'] },
      server: { middlewareMode: true, watch: null, hmr: false, ws: false },
    })
    this.modules = createServerModuleRunner(this.server.environments.ssr, { hmr: false })
    this.files = this.places.flatMap(({ place, except = [], stateless = false }) =>
      (place.endsWith('/') ? testsIn(place) : [place]).map((file) => ({ file, except, stateless })),
    )
    /** By file: its tests. */
    this.loaded = new Map()
    /** By test: how long it took. */
    this.times = new Map()
  }

  async dispose() {
    await this.server.close()
  }

  /** The tests of the files, by `file#number`; from modules that are loaded anew, if `fresh`. */
  async load(files, fresh) {
    if (fresh) {
      this.modules.clearCache()
      this.loaded.clear()
    }
    for (const { file, except } of files) {
      if (this.loaded.has(file)) continue
      collected = []
      titles = []
      cleanUps = []
      await this.modules.import(path.resolve(file))
      const after = cleanUps
      const all = collected.map(({ title, run }, i) => ({ id: `${file}#${i}`, file, title, run: runThen(run, after) }))
      this.loaded.set(
        file,
        all.filter(({ title }) => !except.some((text) => title.includes(text))),
      )
    }
    return files.flatMap(({ file }) => this.loaded.get(file))
  }

  /** The files that import a file, directly or not. */
  importersOf(file) {
    const { moduleGraph } = this.server.environments.ssr
    const modules = new Set(moduleGraph.getModulesByFile(path.resolve(file)))
    for (const { importers } of modules) for (const importer of importers) modules.add(importer)
    return new Set([...modules].map((module) => module.file))
  }

  async dryRun() {
    stryker.activeMutant = undefined
    stryker.mutantCoverage = { static: {}, perTest: {} }
    const tests = []
    for (const { id, title, file, run } of await this.load(this.files, true)) {
      stryker.currentTestId = id
      const began = performance.now()
      const failure = await failureOf(run)
      stryker.currentTestId = undefined
      const result = failure === null ? { status: 0 } : { status: 1, failureMessage: failure }
      const timeSpentMs = performance.now() - began
      this.times.set(id, timeSpentMs)
      tests.push({ id, name: `${file}: ${title}`, fileName: file, timeSpentMs, ...result })
    }
    return { status: 'complete', tests, mutantCoverage: stryker.mutantCoverage }
  }

  async mutantRun({ activeMutant, sandboxFileName, testFilter, hitLimit, mutantActivation }) {
    stryker.mutantCoverage = undefined
    stryker.hitCount = hitLimit === undefined ? undefined : 0
    stryker.hitLimit = hitLimit
    if (testFilter === undefined && !this.isGraphKnown) {
      stryker.activeMutant = undefined
      await this.load(this.files, true)
      this.isGraphKnown = true
    }
    const files = this.files.filter(({ file }) =>
      testFilter === undefined
        ? this.importersOf(sandboxFileName).has(path.resolve(file))
        : testFilter.some((id) => id.startsWith(`${file}#`)),
    )
    // It is run when its module is loaded, and then it is in what is loaded.
    const isStatic = mutantActivation === 'static'
    stryker.activeMutant = isStatic ? activeMutant.id : undefined
    let tests
    try {
      tests = await this.load(files, isStatic || this.isSpoilt || files.some(({ stateless }) => !stateless))
      this.isSpoilt = isStatic
    } catch (error) {
      this.isSpoilt = true
      return { status: 'killed', killedBy: ['load'], failureMessage: String(error), nrOfTests: 0 }
    }
    stryker.activeMutant = activeMutant.id
    // The quick ones first: one that fails is enough.
    const chosen = tests
      .filter(({ id }) => testFilter?.includes(id) ?? true)
      .sort((a, b) => (this.times.get(a.id) ?? 0) - (this.times.get(b.id) ?? 0))
    for (const [i, { id, run }] of chosen.entries()) {
      const failure = await failureOf(run)
      if (stryker.hitCount > hitLimit) return { status: 'timeout', reason: 'hit limit' }
      if (failure !== null) return { status: 'killed', killedBy: [id], failureMessage: failure, nrOfTests: i + 1 }
    }
    return { status: 'survived', nrOfTests: chosen.length }
  }
}

function testsIn(folder) {
  return readdirSync(folder).flatMap((name) => (name.endsWith('.test.ts') ? `${folder}${name}` : []))
}

/** A test with what is to run after it, whether it fails or not. */
const runThen = (run, after) => async () => {
  try {
    await run()
  } finally {
    for (const cleanUp of after) await cleanUp()
  }
}

/** What a test throws, as text; null where it passes. */
async function failureOf(run) {
  try {
    await run()
    return null
  } catch (error) {
    return String(error?.message ?? error)
  }
}

export const strykerPlugins = [{ kind: 'TestRunner', name: 'unit', injectableClass: TestRunner }]
