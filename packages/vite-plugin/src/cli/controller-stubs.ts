import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Manifest, ManifestRoute } from '@turnout/compiler'
import { didYouMean, exportNames, isForGet, isReservedWord, nearest } from '@turnout/compiler/internal'
import { normalizePath } from 'vite'
import { ControllerReader } from '../checks/controllers.ts'
import { readTextFile } from '../files/read-file.ts'
import { filesIn, relativeTo } from '../files/paths.ts'
import { describeRoute } from '@turnout/compiler/print'
import type { Project } from '../project/project.ts'
import { UsageError } from './command.ts'

/** The default folder of controllers. */
const DEFAULT_FOLDER = 'src/controllers'

/** The actions to add to a controller. */
export interface ControllerStubs {
  /** Relative to the project root. */
  readonly file: string
  /** Absolute. */
  readonly path: string
  /** The actions that are missing, in the order of their routes. */
  readonly actions: readonly string[]
  /** The content of the file; null if it does not exist. */
  readonly oldContent: string | null
  readonly newContent: string
}

/**
 * Returns stubs for the actions that routes name and the controller does not export.
 *
 * @throws UsageError if no route names the controller, or if its exports cannot be determined. Controller names in routes
 *   are safe paths.
 */
export async function controllerStubs(name: string, manifest: Manifest, project: Project): Promise<ControllerStubs> {
  const { root, options } = project
  const routes = manifest.routes.filter(({ controller, action }) => controller === name && action !== null)
  if (routes.length === 0) {
    const nearestName = nearest(name, [...new Set(manifest.routes.flatMap(({ controller }) => controller ?? []))])
    throw new UsageError(`No route leads to a controller \`${name}\`.${didYouMean(nearestName)}`, false)
  }
  const folder = normalizePath(path.resolve(root, options.controllers ?? DEFAULT_FOLDER))
  const relative = relativeTo(root)
  const controller = (
    await new ControllerReader(options.server === null ? 'actions' : 'named actions').read(folder, relative)
  )?.get(name)
  if (controller !== undefined && controller.actions === null) {
    throw new UsageError(
      `What \`${controller.file}\` exports cannot be told without running it: it is left as it is.`,
      false,
    )
  }
  const file = controller?.file ?? relative(`${folder}/${name}.${isTypeScript(project, folder) ? 'ts' : 'js'}`)
  const exported = new Set((controller?.actions ?? []).map((action) => action.name))
  const missing = new Map<string, ManifestRoute[]>()
  const { paged } = await project.outcome()
  for (const route of routes) {
    const action = route.action!
    // The page handles this request, so the route needs no action.
    if (paged.has(`${name}#${action}`) && isForGet(route)) continue
    if (!exportNames(action).some((exportName) => exported.has(exportName))) {
      missing.set(action, [...(missing.get(action) ?? []), route])
    }
  }
  const oldContent = controller === undefined ? null : readTextFile(path.resolve(root, file))
  const isTyped = options.server !== null && /\.[cm]?tsx?$/.test(file)
  const stubs = [...missing].map(([action, actionRoutes]) => stub(name, action, actionRoutes, isTyped))
  const needsType = isTyped && !/^import\b[^;]*\bAction\b[^;]*'virtual:routes\/server'/m.test(oldContent ?? '')
  const parts = [...(needsType ? ["import type { Action } from 'virtual:routes/server'"] : []), ...stubs]
  // In an existing file the import follows the old content, which is allowed.
  const newContent =
    missing.size === 0
      ? (oldContent ?? '')
      : `${oldContent === null ? '' : `${oldContent.trimEnd()}\n\n`}${parts.join('\n\n')}\n`
  return { file, path: path.resolve(root, file), actions: [...missing.keys()], oldContent, newContent }
}

/** Writes the stubs. A file that was created in the meantime is not overwritten. */
export function writeStubs({ path: file, actions, oldContent, newContent }: ControllerStubs): void {
  if (actions.length === 0) return
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, newContent, { flag: oldContent === null ? 'wx' : 'w' })
}

/** True if the other controllers are in TypeScript, or, if there are none, if the project has a `tsconfig.json`. */
function isTypeScript({ root }: Project, folder: string): boolean {
  const controllerFiles = existsSync(folder) ? filesIn(folder) : []
  if (controllerFiles.length === 0) return existsSync(path.join(root, 'tsconfig.json'))
  return controllerFiles.some((file) => /\.[cm]?tsx?$/.test(file))
}

/** @throws UsageError if the action has no name that can be exported */
function stub(controller: string, action: string, routes: readonly ManifestRoute[], isTyped: boolean): string {
  const [, camel] = exportNames(action)
  const name = [action, camel!].find((candidate) => /^[a-z_$][\w$]*$/i.test(candidate))
  if (name === undefined) throw new UsageError(`\`${action}\` cannot be the name of an export.`, false)
  const local = isReservedWord(name) ? `${name}Action` : name
  const type = isTyped ? `: Action<'${controller}#${action}'>` : ''
  const lines = [
    `/** ${routes.map((route) => describeRoute(route).replaceAll('*/', '*\\/')).join(', ')} */`,
    `${local === name ? 'export ' : ''}const ${local}${type} = () => {`,
    `  throw new Error('${controller}#${action} is not written yet')`,
    '}',
  ]
  if (local !== name) lines.push(`export { ${local} as ${name} }`)
  return lines.join('\n')
}
