import { mkdirSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** Installs the built plugin in a folder: declarations import types of it. */
export function installPlugin(root) {
  mkdirSync(path.join(root, 'node_modules'))
  const plugin = fileURLToPath(new URL('../../packages/vite-plugin', import.meta.url))
  symlinkSync(plugin, path.join(root, 'node_modules/vite-plugin-turnout'), 'junction')
}
