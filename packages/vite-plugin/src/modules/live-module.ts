/** The event that removes the error overlay if the page receives no other update. */
export const ERRORS_FIXED_EVENT = 'turnout:errors-fixed'

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
const LIVE = `
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

function callWithTarget(index) {
  return (value, args) => {
    const state = liveState()
    const target = args[index]
    if (!state.hasWarned && typeof target === 'string' && !/^(?:[/?#]|https?:|$)/i.test(target)) {
      state.hasWarned = true
      const shown = JSON.stringify(target.slice(0, 80)).replace(/[^ -~]/g, (c) => '\\\\u' + c.charCodeAt(0).toString(16).padStart(4, '0'))
      console.warn(\`[turnout] No route can match \${shown}, because a path begins with a slash. \` +
        "Pass the request or its complete URL. Vite's template for server rendering removes the slash " +
        "(\`req.originalUrl.replace(base, '')\`). Turnout prints this warning once.")
    }
    return value(...args)
  }
}

function liveState() {
  const holder = %HOLDER%
  return (holder.state ??= { current: new Map(), functions: new Map(), all: Object.create(null) })
}

const liveDefault = liveState().all
{
  // All at once: no caller meets helpers of two tables.
  const state = liveState()
  state.current = live.next
  for (const name of live.next.keys()) liveDefault[name] = state.functions.get(name)
}
%DEFAULT%
if (import.meta.hot) {
  import.meta.hot.accept()
  import.meta.hot.on('${ERRORS_FIXED_EVENT}', () => {
    for (const overlay of globalThis.document?.querySelectorAll('vite-error-overlay') ?? []) overlay.close()
  })
}
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
 * @param hasDefault true if the code has a default export, which is an action named `default`
 */
export function withLiveExports(code: string, state: string | null, hasDefault = false): string {
  const end = LIVE.replace('%HOLDER%', () => state ?? 'live')
  return code + end.replace('%DEFAULT%', () => (hasDefault ? '' : 'export { liveDefault as default }\n'))
}
