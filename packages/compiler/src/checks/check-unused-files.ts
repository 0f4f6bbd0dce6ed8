import { pageExportNames } from '@turnout/runtime'
import { Diagnostics, type Severities } from '../diagnostics/collector.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { Manifest } from '../manifest/manifest.ts'
import { isLoadKey, loadKey } from '../names/file-names.ts'
import { controllersOfPages, type PageFiles } from './handler-files.ts'

/** The exports that only a load file has, once there is one. */
const SETTINGS = ['load', 'search']

/** The module around all pages is no page, and loads no data. */
const APPLICATION = loadKey('application')

/**
 * Reports load files (`photos.load.ts`) without a page next to them, and modules of pages whose `load` or `search` has no
 * effect because a load file replaces them: `unused-load`.
 */
export function checkLoadFiles(
  { routes }: Pick<Manifest, 'routes'>,
  pages: PageFiles,
  severities: Severities = {},
): readonly Diagnostic[] {
  const diagnostics = new Diagnostics(severities)
  const controllers = controllersOfPages(pages)
  for (const [key, { file }] of pages) {
    if (isLoadKey(key) && (key === APPLICATION || !controllers.has(key.replace(/[#.].*/, '')))) {
      diagnostics.report('unused-load', { file, name: null, by: null }, () => ({ file, line: 1, column: 1 }))
    }
    const loadFile = pages.get(loadKey(key))
    if (loadFile === undefined) continue
    // An export with the name of an action is a page.
    const pageExports = new Set(
      routes.flatMap(({ controller, action }) =>
        controller === key && action !== null ? pageExportNames(action) : [],
      ),
    )
    for (const { name, line, column } of pages.get(key)!.actions ?? []) {
      if (!SETTINGS.includes(name) || pageExports.has(name)) continue
      const location = { file, line: line ?? 1, column: column ?? 1 }
      diagnostics.report('unused-load', { file, name, by: loadFile.file }, () => location)
    }
  }
  return diagnostics.all
}

/**
 * Reports route files in the draw paths that no `draw` loads: `undrawn-route-file`.
 *
 * @param undrawn the files, relative to the project root, with the name to pass to `draw`
 */
export function checkRouteFiles(
  undrawn: ReadonlyMap<string, string>,
  severities: Severities = {},
): readonly Diagnostic[] {
  const diagnostics = new Diagnostics(severities)
  for (const [file, name] of undrawn) {
    diagnostics.report('undrawn-route-file', { file, name }, () => ({
      file,
      line: 1,
      column: 1,
    }))
  }
  return diagnostics.all
}
