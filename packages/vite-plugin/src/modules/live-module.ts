/** The event that removes the error overlay if the page receives no other update. */
export const MENDED_EVENT = 'turnout:mended'

/**
 * The code that a dev server appends to the emitted module, so that a running page or server continues with a new table.
 * The module accepts its own update: Vite evaluates the new instance, but not the modules that import the old instance.
 * These modules hold functions that all instances share. Each call of such a function looks up the current helper.
 *
 * `hot.data` is shared by the instances. If there is no `hot.data`, as in `ssrLoadModule` and in Vitest (its `hot` for
 * browsers lacks it), Vite evaluates all importers again.
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

function liveState() {
  const holder = import.meta.hot?.data ?? live
  return (holder.state ??= { current: new Map(), functions: new Map(), manifests: [] })
}

{
  // All at once: no caller meets helpers of two tables.
  const state = liveState()
  state.current = live.next
%MANIFEST%}

if (import.meta.hot) {
  import.meta.hot.accept()
  import.meta.hot.on('${MENDED_EVENT}', () => {
    for (const overlay of globalThis.document?.querySelectorAll('vite-error-overlay') ?? []) overlay.close()
  })
}
`

/** Additional code for the module that exports the manifest, which is not a function. */
const LIVE_MANIFEST = `  state.manifests.push((value) => {
    manifest = value
  })
  for (const set of state.manifests) set(manifest)
`

/**
 * Returns the source of an emitted module (option `live`) for a dev server. Line numbers stay the same.
 *
 * @param hasManifest true for `virtual:routes` itself
 */
export function withLiveExports(code: string, hasManifest = false): string {
  return code + LIVE.replace('%MANIFEST%', () => (hasManifest ? LIVE_MANIFEST : ''))
}
