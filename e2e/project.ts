import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, createServer, preview, type InlineConfig, type ViteDevServer } from 'vite'
import { expect, onTestFinished } from 'vitest'
import { waitForWatcher } from '../packages/vite-plugin/test/watched.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const FOLDER = fileURLToPath(new URL('fixtures', import.meta.url))

/** A copy of an application of the repository, which a test may edit. */
export interface Copy {
  readonly root: string
  /** Replaces a text in a file, which must be there. */
  edit(file: string, text: string, by: string): void
}

/** Registers a function that runs at the end, by default at the end of the test. */
export type AtEnd = (end: () => unknown) => void

/**
 * Copies an application into the repository, where it finds its packages. It goes at the end.
 *
 * @param project its folder, such as `playground`
 */
export function copyProject(project: string, atEnd: AtEnd = onTestFinished as AtEnd): Copy {
  const source = path.join(ROOT, project)
  mkdirSync(FOLDER, { recursive: true })
  const root = mkdtempSync(path.join(FOLDER, `${path.basename(project)}-`))
  atEnd(() => rmSync(root, { recursive: true, force: true }))
  cpSync(source, root, {
    recursive: true,
    filter: (file) => !/^(node_modules|dist|data)\b/.test(path.relative(source, file)),
  })
  symlinkSync(path.join(source, 'node_modules'), path.join(root, 'node_modules'))
  return editable(root)
}

/** An application of the given files, with the packages of these tests. It goes at the end of the test. */
export function emptyProject(files: Readonly<Record<string, string>>, atEnd: AtEnd = onTestFinished as AtEnd): Copy {
  mkdirSync(FOLDER, { recursive: true })
  const root = mkdtempSync(path.join(FOLDER, 'project-'))
  atEnd(() => rmSync(root, { recursive: true, force: true }))
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), text)
  }
  return editable(root)
}

function editable(root: string): Copy {
  return {
    root,
    edit(file, text, by) {
      const source = readFileSync(path.join(root, file), 'utf8')
      if (!source.includes(text)) throw new Error(`${file} does not hold ${text}`)
      writeFileSync(path.join(root, file), source.replace(text, by))
    },
  }
}

/** A file is saved again after this time, if nothing has happened. */
const SAVE_AGAIN_MS = 3_000

/**
 * Saves a file until a condition holds. Nobody knows when a server in another process begins to watch its files, so the
 * file is saved again.
 */
export async function saveUntil(file: string, text: string, isDone: () => Promise<boolean>): Promise<void> {
  let savedAt = -Infinity
  const saveAndAsk = () => {
    if (performance.now() - savedAt > SAVE_AGAIN_MS) {
      writeFileSync(file, text)
      savedAt = performance.now()
    }
    return isDone()
  }
  await expect.poll(saveAndAsk).toBe(true)
}

/** Builds a project and serves the result. Returns the URL of its root, with a slash at its end. */
export async function buildAndPreview(root: string, atEnd: AtEnd = onTestFinished as AtEnd): Promise<string> {
  await build(configOf(root))
  const server = await preview(configOf(root))
  atEnd(() => server.close())
  return server.resolvedUrls!.local[0]!
}

/** The config of the copy for a test: its own Vite config, and a port of its own. */
export function configOf(root: string): InlineConfig {
  return {
    root,
    logLevel: 'silent',
    // The copy shares its `node_modules` with others.
    cacheDir: path.join(root, '.vite'),
    server: { host: '127.0.0.1', port: 0 },
    preview: { host: '127.0.0.1', port: 0 },
  }
}

/** Serves the copy for development, until the end. Vite's watcher watches all files already. */
export async function serve(
  root: string,
  more: InlineConfig = {},
  atEnd: AtEnd = onTestFinished as AtEnd,
): Promise<{ server: ViteDevServer; url: string }> {
  const server = await createServer({ ...configOf(root), ...more })
  atEnd(() => server.close())
  await server.listen()
  // A bundler watches files itself.
  if (server.config.experimental.bundledDev !== true) await waitForWatcher(server)
  return { server, url: server.resolvedUrls!.local[0]! }
}
