/**
 * A test runner for StrykerJS that runs Vitest's tests in the process of the mutants, in milliseconds. Stryker's own runner
 * starts Vitest again for each mutant, which takes a second or more, and hours for all mutants.
 *
 * It implements the part of Vitest that the tests need: `describe`, `it`, `test`, `each`, `beforeAll`, `beforeEach`, `afterEach`
 * for a file, `onTestFinished`, `vi` with spies, stubs, timers and `resetModules`, `expect.poll`, and `expect` with all matchers
 * except snapshots. It leaves out test files that use more.
 * Modules are loaded through Vite with the project's own configuration. They are loaded again for each mutant, so that no
 * state of one mutant reaches the next. Tests with the option `stateless` are an exception, because loading the complete
 * compiler takes some tenths of a second.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { format } from 'node:util'
import { chai, JestAsymmetricMatchers, JestChaiExpect } from '@vitest/expect'
import { createServer, createServerModuleRunner } from 'vite'

// `expect` depends on it, and checks calls of its functions.
const spy = createRequire(createRequire(import.meta.url).resolve('@vitest/expect')).resolve('@vitest/spy')
const { fn, restoreAllMocks, spyOn } = await import(pathToFileURL(spy).href)

chai.use(JestChaiExpect)
chai.use(JestAsymmetricMatchers)

/** How long a test may wait for a condition. Most conditions hold within some tenths of a second. In milliseconds. */
const LONGEST_WAIT = 4000

/** Repeats a function until it throws no error, and returns its result. */
async function waitFor(attempt) {
  const end = performance.now() + LONGEST_WAIT
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (performance.now() > end) throw error
    }
    await delay(10)
  }
}

/** The properties of `globalThis` that tests have replaced; undefined for a new one. */
const stubbed = new Map()

function stubGlobal(name, value) {
  if (!stubbed.has(name)) stubbed.set(name, Object.getOwnPropertyDescriptor(globalThis, name))
  Object.defineProperty(globalThis, name, { value, configurable: true, enumerable: true, writable: true })
}

function unstubAllGlobals() {
  for (const [name, descriptor] of stubbed) {
    if (descriptor === undefined) delete globalThis[name]
    else Object.defineProperty(globalThis, name, descriptor)
  }
  stubbed.clear()
}

/** The timers of the current test, and the functions of the system that they replace; null if it uses those of the system. */
let clock = null

/** Replaces the timers and the time of the system by those of a clock that the test advances. */
function useFakeTimers() {
  const timers = new Map()
  const system = { setTimeout, clearTimeout, setInterval, clearInterval }
  const systemTime = Date.now
  let now = systemTime()
  let lastId = 0
  const add =
    (repeats) =>
    (run, time = 0, ...values) => {
      lastId += 1
      timers.set(lastId, { at: now + time, period: repeats ? time : null, run: () => run(...values) })
      return lastId
    }
  const remove = (id) => timers.delete(id)
  Object.assign(globalThis, {
    setTimeout: add(false),
    clearTimeout: remove,
    setInterval: add(true),
    clearInterval: remove,
  })
  Date.now = () => now
  clock = {
    async advance(time) {
      const end = now + time
      await settle()
      for (;;) {
        const [id, timer] = [...timers].filter(([, { at }]) => at <= end).sort(([, a], [, b]) => a.at - b.at)[0] ?? []
        if (id === undefined) break
        now = timer.at
        if (timer.period === null) timers.delete(id)
        else timer.at += timer.period
        timer.run()
        await settle()
      }
      now = end
    },
    restore: () => void Object.assign(Object.assign(globalThis, system).Date, { now: systemTime }),
  }
}

/** Resolves when the promises that are settled now have notified their listeners. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

function useRealTimers() {
  clock?.restore()
  clock = null
}

/** `expect.poll(read).toBe(1)` repeats the assertion with the current value. The only modifier is `not`. */
const poll = (read) => {
  const withModifier =
    (modify) =>
    (_target, name) =>
    (...expected) =>
      waitFor(async () => {
        const assertion = modify(chai.expect(await read()))
        return assertion[name](...expected)
      })
  const negated = new Proxy({}, { get: withModifier((assertion) => assertion.not) })
  const positive = withModifier((assertion) => assertion)
  return new Proxy({}, { get: (target, name) => (name === 'not' ? negated : positive(target, name)) })
}

/** The object from which instrumented code reads the active mutant, and to which it writes its coverage. */
const stryker = (globalThis.__stryker__ ??= {})

/** The tests collected so far, the titles of the enclosing blocks, and the functions to run after each test. */
let collected = []
let titles = []
let cleanUps = []

/** The functions to run before the first test of the enclosing blocks. */
let beginnings = []

/** The functions to run before each test of the enclosing blocks. */
let preparations = []

/** The functions to run after the current test. */
let endings = []

function describe(title, block) {
  titles.push(title)
  const [outerBeginnings, outerPreparations] = [beginnings, preparations]
  beginnings = [...outerBeginnings]
  preparations = [...outerPreparations]
  block()
  beginnings = outerBeginnings
  preparations = outerPreparations
  titles.pop()
}

function it(title, ...others) {
  // Options, such as a timeout, may come before the function.
  const run = others.find((argument) => typeof argument === 'function')
  const requiredBeginnings = beginnings
  const requiredPreparations = preparations
  collected.push({
    title: [...titles, title].join(' > '),
    async run() {
      for (const begin of requiredBeginnings) await begin()
      for (const prepare of requiredPreparations) await prepare()
      await run()
    },
  })
}

/** Runs a function before the first test that needs it. */
function beforeAll(run) {
  let result
  beginnings.push(() => (result ??= Promise.resolve(run())))
}

/** The variants of `each` that the tests use: with a list of arguments, or a list of argument lists. */
const withEach = (declare) =>
  Object.assign(declare, {
    skipIf: (isSkipped) => (isSkipped ? () => {} : declare),
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
  beforeAll,
  beforeEach: (run) => preparations.push(run),
  onTestFinished: (run) => endings.push(run),
  expect: Object.assign(chai.expect, { poll }),
  vi: {
    fn,
    spyOn,
    waitFor,
    restoreAllMocks,
    stubGlobal,
    unstubAllGlobals,
    useFakeTimers,
    useRealTimers,
    advanceTimersByTimeAsync: (time) => clock.advance(time),
    resetModules: () => runner.clearCache(),
  },
}

const standIn = {
  name: 'stand-in-for-vitest',
  enforce: 'pre',
  resolveId: (id) => (id === 'vitest' ? '\0vitest' : undefined),
  load: (id) =>
    id === '\0vitest'
      ? 'export const { describe, it, test, afterEach, beforeAll, beforeEach, onTestFinished, expect, vi } = globalThis.__tests__'
      : undefined,
}

/** Vite's runner of the modules. */
let runner

class TestRunner {
  static inject = ['options']

  constructor(options) {
    this.unitTests = options.unitTests
    this.sample = options.sample
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
    this.modules = runner = createServerModuleRunner(this.server.environments.ssr, { hmr: false })
    this.files = this.unitTests.flatMap(({ place, except = [], stateless = false }) =>
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

  /** Returns the tests of the files, with ids `file#number`. With `fresh`, it loads their modules again. */
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
      beginnings = []
      preparations = []
      await this.modules.import(path.resolve(file))
      const fileCleanUps = cleanUps
      const tests = collected.map(({ title, run }, i) => ({
        id: `${file}#${i}`,
        file,
        title,
        run: runThen(run, fileCleanUps),
      }))
      this.loaded.set(
        file,
        tests.filter(({ title }) => !except.some((text) => title.includes(text))),
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
    if (this.sample !== null) {
      this.sampled ??= new Set(JSON.parse(readFileSync(this.sample.file, 'utf8')))
      // Such a result does not count.
      if (!this.sampled.has(activeMutant.id))
        return { status: 'error', errorMessage: 'The mutant is not in the sample.' }
    }
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
    // A static mutant runs when its module is loaded, and stays in the loaded module.
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
    // Quick tests first, because one failing test is enough.
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
  const files = readdirSync(folder).flatMap((name) => (name.endsWith('.test.ts') ? `${folder}${name}` : []))
  return files.filter(
    (file) =>
      !/\bvi\.(?!fn|spyOn|waitFor|restoreAllMocks|stubGlobal|unstubAllGlobals|useFakeTimers|useRealTimers|advanceTimersByTimeAsync|resetModules)|import \{[^}]*\bafterAll\b[^}]*\} from 'vitest'/.test(
        readFileSync(file, 'utf8'),
      ),
  )
}

/** Wraps a test so that the clean-up functions run after it, even if it fails. */
const runThen = (run, functions) => async () => {
  endings = []
  try {
    await run()
  } finally {
    for (const cleanUp of [...endings, ...functions]) await cleanUp()
    restoreAllMocks()
    unstubAllGlobals()
    useRealTimers()
  }
}

/** The error that code has thrown where nothing catches it, in the current test. It would end the process. */
let uncaught = null
process.on('uncaughtException', (error) => {
  uncaught = { error }
})

/** Returns the message of a test's error; null if the test passes. */
async function failureOf(run) {
  uncaught = null
  try {
    await run()
    if (uncaught !== null) throw uncaught.error
    return null
  } catch (error) {
    return String(error?.message ?? error)
  }
}

export const strykerPlugins = [{ kind: 'TestRunner', name: 'unit', injectableClass: TestRunner }]
