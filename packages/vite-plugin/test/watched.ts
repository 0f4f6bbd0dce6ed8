// The file watchers of dev servers, which begin to watch some time after the server starts.
import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { ViteDevServer } from 'vite'
import { expect, vi } from 'vitest'

/**
 * Waits until the watcher of a dev server watches each file of the project. Before that, it misses changes, although it
 * calls itself ready.
 */
export async function waitForWatcher(server: ViteDevServer): Promise<void> {
  // `expect.poll` works in tests only.
  await vi.waitFor(() => expect(unwatched(server)).toEqual([]), { interval: 5, timeout: 60_000 })
}

/** Returns the files of the project that the watcher does not watch yet. It never watches installed and built files. */
function unwatched({ config, watcher }: ViteDevServer): string[] {
  const watched = watcher.getWatched()
  return readdirSync(config.root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !watched[entry.parentPath]?.includes(entry.name))
    .map((entry) => path.relative(config.root, path.join(entry.parentPath, entry.name)))
    .filter((file) => !/^(?:node_modules|dist|\.vite)\//.test(file))
}
