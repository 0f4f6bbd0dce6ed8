import { LIVE_STATE, ROUTES, TABLE } from '../ids.ts'

/** The event that removes the error overlay if the page receives no other update. */
export const MENDED_EVENT = 'turnout:mended'

/** The functions of every live module. They refer to `liveState`. */
const FUNCTIONS = `
function live(name, value, call = (value, args) => value(...args)) {
  const state = liveState()
  live.next ??= new Map()
  live.next.set(name, { value, call })
  let stable = state.functions.get(name)
  if (stable === undefined) {
    stable = (...args) => {
      const entry = state.current.get(name)
      if (entry === undefined) throw new TypeError(\`\${name}: no route has this helper any more\`)
      const { value, call } = entry
      return call(value, args)
    }
    state.functions.set(name, stable)
  }
  return stable
}

function asking(index) {
  return (value, args) => {
    const state = liveState()
    const target = args[index]
    if (!state.told && typeof target === 'string' && !/^(?:[/?#]|https?:|$)/i.test(target)) {
      state.told = true
      const shown = JSON.stringify(target.slice(0, 80)).replace(/[^ -~]/g, (c) => '\\\\u' + c.charCodeAt(0).toString(16).padStart(4, '0'))
      console.warn(\`[turnout] \${shown} was asked for, which no route can answer: a path begins with a slash. \` +
        "Hand over the request or its whole URL; Vite's template for server rendering cuts the slash off " +
        "(\`req.originalUrl.replace(base, '')\`). This is told once.")
    }
    return value(...args)
  }
}

function liveManifest(keys, read) {
  let manifest
  const lazy = {}
  for (const key of keys) {
    Object.defineProperty(lazy, key, { enumerable: true, get: () => (manifest ??= read())[key] })
  }
  return Object.freeze(lazy)
}
`

/** Accepts updates of the module. */
const ACCEPT = `
if (import.meta.hot) {
  import.meta.hot.accept()
  import.meta.hot.on('${MENDED_EVENT}', () => {
    for (const overlay of globalThis.document?.querySelectorAll('vite-error-overlay') ?? []) overlay.close()
  })
}
`

/**
 * The code that a dev server appends to the emitted module, so that a running page or server continues with a new table.
 * The module accepts its own update: Vite evaluates the new instance, but not the modules that import the old instance.
 * These modules hold functions that all instances share. Each call of such a function looks up the current helper.
 *
 * The default export is an object. A namespace, as in builds, would contain itself, so that Vitest could not mock it.
 *
 * The instances share their state, which is global, because a process can have several module runners for one environment,
 * such as that of `ssrLoadModule`, and Vite evaluates a new instance in only one of them. In Vitest each instance has a state
 * of its own, because tests replace modules.
 */
const LIVE = `${FUNCTIONS}
function liveState() {
  const holder = %HOLDER%
  return (holder.state ??= { current: new Map(), functions: new Map(), manifests: [], all: Object.create(null) })
}

const liveDefault = liveState().all
{
  // All at once: no caller meets helpers of two tables.
  const state = liveState()
  state.current = live.next
  for (const name of live.next.keys()) liveDefault[name] = state.functions.get(name)
%MANIFEST%}
%DEFAULT%${ACCEPT}`

/** Additional code for the module that exports the manifest, which is not a function. */
const LIVE_MANIFEST = `  state.manifests.push((value) => {
    manifest = value
  })
  for (const set of state.manifests) set(manifest)
  liveDefault.manifest = manifest
`

/** The projects whose modules share their state, with a key for each that no other process has. */
const sharingProjects = new WeakMap<object, string>()
let lastKey = 0

/** Lets all instances of a project's modules in a process share their state. */
export function shareState(project: object): void {
  sharingProjects.set(project, `${process.pid}.${(lastKey += 1)}`)
}

/** Returns the source of an expression for the state of a module; null if each instance has a state of its own. */
export function sharedState(project: object, module: string): string | null {
  const key = sharingProjects.get(project)
  return key === undefined
    ? null
    : `((globalThis[Symbol.for('turnout')] ??= {})[${JSON.stringify(`${key} ${module}`)}] ??= {})`
}

/**
 * Returns the source of an emitted module (option `live`) for a dev server. Line numbers stay the same.
 *
 * @param state the result of `sharedState`
 * @param hasManifest true for `virtual:routes` itself
 * @param hasDefault true if the code has a default export, which is an action named `default`
 */
export function withLiveExports(
  code: string,
  state: string | null,
  { hasManifest = false, hasDefault = false } = {},
): string {
  const end = LIVE.replace('%HOLDER%', () => state ?? 'live').replace('%MANIFEST%', () =>
    hasManifest ? LIVE_MANIFEST : '',
  )
  return code + end.replace('%DEFAULT%', () => (hasDefault ? '' : 'export { liveDefault as default }\n'))
}

/**
 * The module with the state of a page whose emitted module is in two parts (`ModuleOptions.split` of the compiler). It never
 * changes, so both parts and all their instances share it.
 *
 * `begin` starts the evaluation of a part, and `applyTable`, `applyChanges` and `applyNoChanges` end it. Each part has the
 * number of its table. An instance that arrives after a newer one has no effect. If the first two parts of a page do not
 * belong together, the page is loaded again.
 */
export const LIVE_STATE_CODE = `const state = {
  functions: new Map(),
  manifests: [],
  // The first part, and the entries of the second part. A removed helper has the entry undefined.
  table: { number: -1, entries: new Map(), routes: {}, manifest: undefined },
  changes: { table: -1, number: -1, entries: new Map(), manifest: undefined },
  current: {
    get(name) {
      const { changes, table } = state
      return changes.entries.has(name) ? changes.entries.get(name) : table.entries.get(name)
    },
  },
}
let collectedRoutes
let isFirst = true

function liveState() {
  return state
}
${FUNCTIONS}
function begin() {
  live.next = new Map()
}

function tableRoutes(routes) {
  return (collectedRoutes = routes)
}

function changedRoutes(routes, removed, removedHelpers) {
  for (const helper of removedHelpers) live.next.set(helper, undefined)
  const current = { ...state.table.routes, ...routes }
  for (const name of removed) delete current[name]
  return current
}

function changedManifest(keys, read) {
  const { manifest } = state.table
  return liveManifest(keys, () => read(manifest))
}

function applyTable(number, manifest, setManifest) {
  state.manifests.push(setManifest)
  if (number < state.table.number) return
  state.table = { number, entries: live.next, routes: collectedRoutes, manifest }
  if (number !== state.changes.table) state.changes = { table: number, number: -1, entries: new Map(), manifest }
}

function applyChanges(tableNumber, number, manifest, setManifest) {
  state.manifests.push(setManifest)
  change(tableNumber, number, live.next, manifest)
}

function applyNoChanges(number) {
  change(number, number, new Map(), state.table.manifest)
}

function change(table, number, entries, manifest) {
  if (table === state.table.number && number >= state.changes.number) state.changes = { table, number, entries, manifest }
  // The first part was renewed while the page loaded: the second part that the page has is older.
  else if (isFirst) globalThis.location?.reload?.()
  isFirst = false
  for (const set of state.manifests) set(state.changes.manifest)
}

export { applyChanges, applyNoChanges, applyTable, asking, begin, changedManifest, changedRoutes, live, liveManifest, tableRoutes }
`

/**
 * Returns the first part of a module for a dev server.
 *
 * @param code the emitted code
 * @param number the number of its table
 */
export function tablePart(code: string, number: number): string {
  const end = `applyTable(${number}, manifest, (value) => {\n  manifest = value\n})\n`
  return `${importState('applyTable, asking, begin, live, liveManifest, tableRoutes')}; begin(); ${code}${end}`
}

/**
 * Returns the second part of a module for a dev server.
 *
 * @param code the emitted code
 * @param table the number of the first part
 * @param number the number of its own table
 */
export function changesPart(code: string, table: number, number: number): string {
  const names = 'applyChanges, asking, begin, changedManifest, changedRoutes, live'
  const end = `applyChanges(${table}, ${number}, manifest, (value) => {\n  manifest = value\n})\n`
  return `${importState(names)}; begin(); ${code}${end}${ACCEPT}`
}

/** Returns the second part of a module while its table is the table of the first part, with this number. */
export function unchangedPart(number: number): string {
  const exports = `export * from '${TABLE}'\nexport * as default from '${ROUTES}'\n`
  return `${importState('applyNoChanges')}\n${exports}\napplyNoChanges(${number})\n${ACCEPT}`
}

function importState(names: string): string {
  return `import { ${names} } from '${LIVE_STATE}'`
}
