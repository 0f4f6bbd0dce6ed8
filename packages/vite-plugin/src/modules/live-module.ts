/** The event that takes the error overlay away where nothing else is sent to the page. */
export const MENDED_EVENT = 'turnout:mended'

/**
 * What a dev server puts behind the emitted module, so that a page or a server that is running goes on with a new
 * table. The module accepts its own update: its new instance is evaluated, and the modules that import the old one are
 * not. What they hold are functions that look up what they stand for at each call, the same ones in all instances.
 *
 * `hot.data` outlives the instances. Where there is none, as in `ssrLoadModule` and in Vitest (whose `hot`
 * for browsers has no `data`), all importers are evaluated again.
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

/** For the module that exports the manifest, which is not a function. */
const LIVE_MANIFEST = `  state.manifests.push((value) => {
    manifest = value
  })
  for (const set of state.manifests) set(manifest)
`

/**
 * The text of an emitted module (`live`) for a dev server. The lines of the text stay in place.
 *
 * @param hasManifest true for `virtual:routes` itself
 */
export function withLiveExports(code: string, hasManifest = false): string {
  return code + LIVE.replace('%MANIFEST%', () => (hasManifest ? LIVE_MANIFEST : ''))
}

/** The names that a live module exports. */
export function exportedNames(code: string): ReadonlySet<string> {
  return new Set([...code.matchAll(/^export let ([\w$]+) = /gm)].map(([, name]) => name!))
}
