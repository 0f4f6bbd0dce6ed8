// The stubs that `turnout generate controller` writes.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Manifest, ManifestRoute } from '@turnout/compiler'
import { nearest, didYouMean } from '@turnout/compiler/internal/diagnostics/nearest'
import { actionExportNames } from '@turnout/runtime'
import { isForGet, type ControllerFile } from '@turnout/compiler/internal/checks/handler-files'
import { isReservedWord } from '@turnout/compiler/internal/phases/5-emit/module-scope'
import { describeRoute } from '@turnout/compiler/internal/manifest/print/describe'
import { filesIn, relativeTo } from '../files/paths.ts'
import { readTextFile } from '../files/read-file.ts'
import type { Project } from '../project/project.ts'
import { CommandError } from './command.ts'
import { controllersFolder, readControllers } from './project-controllers.ts'

/** The actions to add to a controller. */
export interface Stubs {
  /** The file, relative to the project root. */
  readonly shownFile: string
  readonly absolutePath: string
  /** The actions that are missing, in the order of their routes. */
  readonly actions: readonly string[]
  /** The content of the file; null if it does not exist. */
  readonly oldContent: string | null
  readonly newContent: string
}

/**
 * Returns stubs for the actions that routes name and the controller does not export. The stub of `photos#show`:
 *
 *     /** GET /photos/:id(.:format) *\/
 *     export const show: Action<'photos#show'> = () => {
 *       throw new Error('photos#show is not written yet')
 *     }
 *
 * @param name the name of the controller in routes, which is a safe path: `admin/photos`
 * @throws CommandError if no route names the controller, or if its exports cannot be determined
 */
export async function controllerStubs(name: string, manifest: Manifest, project: Project): Promise<Stubs> {
  const routes = routesTo(name, manifest)
  const controller = await readController(name, project)
  const shownFile = controller?.file ?? newFile(name, project)
  const absolutePath = path.resolve(project.root, shownFile)
  const missing = await missingActions(routes, controller, project)
  const oldContent = controller === undefined ? null : readTextFile(absolutePath)
  const isTyped = project.options.server !== null && /\.[cm]?tsx?$/.test(shownFile)
  const stubs = Array.from(missing, ([action, actionRoutes]) =>
    stubOf(`${name}#${action}`, action, actionRoutes, isTyped),
  )
  const newContent = contentWith(stubs, oldContent, isTyped)
  return { shownFile, absolutePath, actions: [...missing.keys()], oldContent, newContent }
}

/** Writes the stubs. A file that was created in the meantime is not overwritten. */
export function writeStubs({ absolutePath, actions, oldContent, newContent }: Stubs): void {
  if (actions.length === 0) return
  mkdirSync(path.dirname(absolutePath), { recursive: true })
  writeFileSync(absolutePath, newContent, { flag: oldContent === null ? 'wx' : 'w' })
}

/** @throws CommandError if there are no such routes */
export function routesTo(name: string, { routes }: Manifest): readonly ManifestRoute[] {
  const controllerRoutes = routes.filter(({ controller, action }) => controller === name && action !== null)
  if (controllerRoutes.length > 0) return controllerRoutes
  const nearestName = nearest(name, [...new Set(routes.flatMap(({ controller }) => controller ?? []))])
  const message = `No route leads to a controller \`${name}\`.${didYouMean(nearestName)}`
  throw new CommandError(message)
}

/**
 * Returns undefined if the controller does not exist yet.
 *
 * @throws CommandError if its exports cannot be determined
 */
async function readController(name: string, project: Project): Promise<ControllerFile | undefined> {
  const controllers = await readControllers(project)
  const controller = controllers?.get(name)
  if (controller?.actions !== null) return controller
  const message = `What \`${controller.file}\` exports cannot be told without running it: it is left as it is.`
  throw new CommandError(message)
}

/** Returns the file in which a controller is created, relative to the project root. */
function newFile(name: string, project: Project): string {
  const folder = controllersFolder(project)
  const extension = prefersTypeScript(project, folder) ? 'ts' : 'js'
  return relativeTo(project.root)(`${folder}/${name}.${extension}`)
}

/** True if the other files of a folder are in TypeScript, or, if there are none, if the project has a `tsconfig.json`. */
export function prefersTypeScript({ root }: Project, folder: string): boolean {
  const controllerFiles = existsSync(folder) ? filesIn(folder) : []
  if (controllerFiles.length === 0) return existsSync(path.join(root, 'tsconfig.json'))
  return controllerFiles.some((file) => /\.[cm]?tsx?$/.test(file))
}

/** Returns the actions that the controller does not export, each with its routes. */
async function missingActions(
  routes: readonly ManifestRoute[],
  controller: ControllerFile | undefined,
  project: Project,
): Promise<ReadonlyMap<string, readonly ManifestRoute[]>> {
  const { actionsWithPage } = await project.outcome()
  const exportedNames = new Set((controller?.actions ?? []).map(({ name }) => name))
  const routesByAction = new Map<string, ManifestRoute[]>()
  for (const route of routes) {
    const action = route.action!
    // The page handles this request, so the route needs no action.
    if (actionsWithPage.has(`${route.controller}#${action}`) && isForGet(route)) continue
    // A form is a page.
    if (project.options.pages !== null && (action === 'new' || action === 'edit') && isForGet(route)) continue
    if (actionExportNames(action).some((exportName) => exportedNames.has(exportName))) continue
    const actionRoutes = routesByAction.get(action)
    if (actionRoutes === undefined) routesByAction.set(action, [route])
    else actionRoutes.push(route)
  }
  return routesByAction
}

/** Returns the content of the file with the stubs at its end, and with an import of their type. */
function contentWith(stubs: readonly string[], oldContent: string | null, isTyped: boolean): string {
  if (stubs.length === 0) return oldContent ?? ''
  const needsImport = isTyped && !IMPORT_OF_ACTION.test(oldContent ?? '')
  const importLines = needsImport ? ["import type { Action } from 'virtual:routes/server'"] : []
  // In an existing file the import follows the old content, which is allowed.
  const oldLines = oldContent === null ? [] : [oldContent.trimEnd()]
  return `${[...oldLines, ...importLines, ...stubs].join('\n\n')}\n`
}

/** `import type { Action } from 'virtual:routes/server'`, also among other names. */
const IMPORT_OF_ACTION = /^import\b[^;]*\bAction\b[^;]*'virtual:routes\/server'/m

/**
 * Returns the stub of an action. An action whose name is a reserved word is exported under it (`export { newAction as
 * new }`).
 *
 * @param key `photos#show`
 * @throws CommandError if the action has no name that can be exported
 */
function stubOf(key: string, action: string, routes: readonly ManifestRoute[], isTyped: boolean): string {
  const [, camelCase] = actionExportNames(action)
  const exportName = [action, camelCase!].find((name) => /^[a-z_$][\w$]*$/i.test(name))
  if (exportName === undefined) {
    throw new CommandError(`\`${action}\` cannot be the name of an export.`)
  }
  const localName = isReservedWord(exportName) ? `${exportName}Action` : exportName
  const isRenamed = localName !== exportName
  return [
    `/** ${routes.map((route) => describeRoute(route).replaceAll('*/', '*\\/')).join(', ')} */`,
    `${isRenamed ? '' : 'export '}const ${localName}${isTyped ? `: Action<'${key}'>` : ''} = () => {`,
    `  throw new Error('${key} is not written yet')`,
    '}',
    ...(isRenamed ? [`export { ${localName} as ${exportName} }`] : []),
  ].join('\n')
}
