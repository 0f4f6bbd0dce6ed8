import { describeError } from '@turnout/compiler/internal/diagnostics/describe'
import { normalizePath, type DevEnvironment, type ViteDevServer } from 'vite'

/** The event after which pages about errors and unmatched requests reload. */
const CHANGED = 'turnout:changed'

/** The event with which a page sends its version after it has connected. A change may have come before. */
const OPENED = 'turnout:opened'

/** In milliseconds. Vite first has to invalidate the changed modules, and editors change several files at once. */
const DELAY = 80

/** Files that may be the solution if they are created: a missing module. */
const SCRIPT = /(?<!\.d)\.(?:[cm]?[jt]sx?|vue|svelte)$/

/** Reloads the open pages of a dev server. */
export interface PageReloads {
  /** Reloads the pages. */
  readonly announce: () => void
  /** The number of changes so far. A page has the version at the start of its request. */
  readonly version: () => number
  /** Call it with each error of a request: after a failed import, a new file needs more than a reload. */
  readonly noteError: (error: unknown) => void
}

/**
 * Sends an event to the open pages after a change of a module that the application has loaded, and after a new script. Other
 * files do not count, because an application may write some of them itself during each request.
 */
export function announceChanges({ watcher, environments }: ViteDevServer): PageReloads {
  let timer: NodeJS.Timeout | undefined
  let hasFailedImport = false
  let version = 0
  const announce = () => {
    version += 1
    clearTimeout(timer)
    timer = setTimeout(() => environments['client']?.hot.send(CHANGED), DELAY)
    timer.unref()
  }
  environments['client']?.hot.on(OPENED, (pageVersion: unknown, client) => {
    if (pageVersion !== version) setTimeout(() => client.send(CHANGED), DELAY).unref()
  })
  const isLoaded = (file: string) =>
    Object.values(environments).some(({ moduleGraph }) => (moduleGraph.getModulesByFile(file)?.size ?? 0) > 0)
  const announceChanged = (name: string) => {
    if (isLoaded(normalizePath(name))) announce()
  }
  watcher.on('change', announceChanged)
  watcher.on('unlink', announceChanged)
  watcher.on('add', (file) => {
    if (!SCRIPT.test(file)) return
    // Vite keeps the failed resolution of an import until the importing module changes.
    if (hasFailedImport) for (const environment of serversOf(environments)) environment.moduleGraph.invalidateAll()
    hasFailedImport = false
    announce()
  })
  return {
    announce,
    version: () => version,
    noteError(error) {
      hasFailedImport ||= describeError(error).includes(FAILED_IMPORT)
    },
  }
}

/** How Vite begins the message for an import that it cannot resolve. */
const FAILED_IMPORT = 'Failed to load url '

function serversOf(environments: ViteDevServer['environments']): DevEnvironment[] {
  return Object.values(environments).filter(({ config }) => config.consumer === 'server')
}
