import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createServer, resolveConfig, type InlineConfig, type ViteDevServer } from 'vite'
import { onTestFinished } from 'vitest'
import { turnout, type TurnoutOptions } from '../src/index.ts'
import type { Project } from '../src/project/project.ts'
import { waitForWatcher } from './watched.ts'

/** Projects are made inside the repository, so that packages are found from them. */
const FOLDER = fileURLToPath(new URL('fixtures', import.meta.url))

/** What a project has installed. */
const PACKAGE = fileURLToPath(new URL('..', import.meta.url))

/** Tests run on the sources of the packages that emitted modules import. */
const RUNTIME_SOURCE = fileURLToPath(new URL('../../runtime/src/index.ts', import.meta.url))
const SERVER_SOURCE = fileURLToPath(new URL('../../server/src/index.ts', import.meta.url))

/** Files by their path. */
export type Files = Readonly<Record<string, string>>

/**
 * Makes a project of the given files, and removes it when the test is over.
 *
 * @param atEnd is given what removes it
 * @returns its root
 */
export function makeProject(
  files: Files,
  name = 'project',
  atEnd: (remove: () => void) => void = onTestFinished,
): string {
  mkdirSync(FOLDER, { recursive: true })
  const root = mkdtempSync(path.join(FOLDER, `${name}-`))
  atEnd(() => rmSync(root, { recursive: true, force: true }))
  writeFiles(root, { 'package.json': '{ "type": "module", "private": true }', ...files })
  mkdirSync(path.join(root, 'node_modules'), { recursive: true })
  symlinkSync(PACKAGE, path.join(root, 'node_modules/vite-plugin-turnout'))
  return root
}

/** Writes files into a project. */
export function writeFiles(root: string, files: Files): void {
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), content)
  }
}

/** A route file around the body of its block. */
export function routesFile(body: string, imports = ''): string {
  return `import { defineRoutes, action, redirect } from 'vite-plugin-turnout/dsl'\n${imports}
export default defineRoutes((r) => {\n${body}\n})\n`
}

/** An entry, a file that it draws, and a module of which it takes a constraint. */
export const ROUTE_FILES = {
  'config/routes.ts': routesFile(
    `  r.resources('photos')\n  r.constraints(fromOffice, () => r.get('office', { to: 'pages#office' }))\n  r.draw('api')`,
    `import { fromOffice } from '../src/constraints'`,
  ),
  'config/routes/api.ts': routesFile(`  r.namespace('api', (api) => api.resources('users', { only: 'show' }))`),
  'src/constraints.ts': `export const fromOffice = (request: { ip: string }) => request.ip === '10.0.0.1'`,
}

/** The Vite config of a project that has the plugin, and no file of its own. */
export function viteConfig(root: string, options: TurnoutOptions = {}, more: InlineConfig = {}): InlineConfig {
  const { plugins, ...rest } = more
  return {
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [turnout({ types: false, ...options }), plugins ?? []],
    resolve: {
      alias: [
        { find: /^@turnout\/runtime$/, replacement: RUNTIME_SOURCE },
        { find: /^@turnout\/runtime\/pages$/, replacement: path.join(path.dirname(RUNTIME_SOURCE), 'pages.ts') },
        { find: /^@turnout\/server$/, replacement: SERVER_SOURCE },
      ],
    },
    ...rest,
  }
}

/** The project as the plugin sees it. */
export async function loadedProject(root: string, options?: TurnoutOptions, more?: InlineConfig): Promise<Project> {
  const { plugins } = await resolveConfig(viteConfig(root, options, more), 'serve')
  return (plugins.find(({ name }) => name === 'turnout')!.api as { project: () => Project }).project()
}

/** A dev server in middleware mode that watches the files of the project, closed when the test is over. */
export async function devServer(root: string, options?: TurnoutOptions, more?: InlineConfig): Promise<ViteDevServer> {
  const server = await startDevServer(root, options, more)
  await waitForWatcher(server)
  return server
}

/** The same at once. */
export async function startDevServer(
  root: string,
  options?: TurnoutOptions,
  more: InlineConfig = {},
): Promise<ViteDevServer> {
  const server = await createServer(
    viteConfig(root, options, {
      ...more,
      appType: 'custom',
      optimizeDeps: { noDiscovery: true },
      server: { middlewareMode: true, ws: false, ...more.server },
    }),
  )
  onTestFinished(() => server.close())
  return server
}

/** `verb path -> controller#action` of each route of a manifest. */
export function summary(
  manifest: {
    routes: readonly { verbs: readonly string[]; pattern: string; controller: string | null; action: string | null }[]
  } | null,
): string[] {
  if (manifest === null) throw new Error('There is no manifest.')
  return manifest.routes.map(({ verbs, pattern, controller, action }) => {
    return `${verbs.join('|')} ${pattern.replace('(.:format)', '')} -> ${controller}#${action}`
  })
}
