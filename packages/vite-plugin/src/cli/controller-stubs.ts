import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Manifest, ManifestRoute } from '@turnout/compiler'
import { didYouMean, exportNames, isForGet, isReservedWord, nearest } from '@turnout/compiler/internal'
import { normalizePath } from 'vite'
import { ControllerReader } from '../checks/controllers.ts'
import { readTextFile } from '../files/read-file.ts'
import { filesIn, relativeTo } from '../files/paths.ts'
import { describeRoute } from '../print/describe.ts'
import type { Project } from '../project/project.ts'
import { UsageError } from './command.ts'

/** Where controllers are by default. */
const DEFAULT_FOLDER = 'src/controllers'

/** What is to be added to a controller. */
export interface ControllerStubs {
  /** Relative to the project root. */
  readonly file: string
  /** Absolute. */
  readonly path: string
  /** The actions that are missing, in the order of their routes. */
  readonly actions: readonly string[]
  /** What the file has now; null where there is none. */
  readonly before: string | null
  readonly after: string
}

/**
 * The actions that routes lead to and that the controller does not export, as they would be written.
 *
 * @throws UsageError if no route names the controller (a name that a route has is a safe path), or what its file exports
 *   cannot be told
 */
export async function controllerStubs(name: string, manifest: Manifest, project: Project): Promise<ControllerStubs> {
  const { root, options } = project
  const routes = manifest.routes.filter(({ controller, action }) => controller === name && action !== null)
  if (routes.length === 0) {
    const guess = nearest(name, [...new Set(manifest.routes.flatMap(({ controller }) => controller ?? []))])
    throw new UsageError(`No route leads to a controller \`${name}\`.${didYouMean(guess)}`, false)
  }
  const folder = normalizePath(path.resolve(root, options.controllers ?? DEFAULT_FOLDER))
  const relative = relativeTo(root)
  const known = (
    await new ControllerReader(options.server === null ? 'actions' : 'named actions').read(folder, relative)
  )?.get(name)
  if (known !== undefined && known.actions === null) {
    throw new UsageError(
      `What \`${known.file}\` exports cannot be told without running it: it is left as it is.`,
      false,
    )
  }
  const file = known?.file ?? relative(`${folder}/${name}.${isTypeScript(project, folder) ? 'ts' : 'js'}`)
  const exported = new Set((known?.actions ?? []).map((action) => action.name))
  const missing = new Map<string, ManifestRoute[]>()
  const { paged } = await project.outcome()
  for (const route of routes) {
    const action = route.action!
    // Its page answers.
    if (paged.has(`${name}#${action}`) && isForGet(route)) continue
    if (!exportNames(action).some((each) => exported.has(each))) {
      missing.set(action, [...(missing.get(action) ?? []), route])
    }
  }
  const before = known === undefined ? null : readTextFile(path.resolve(root, file))
  const isTyped = options.server !== null && /\.[cm]?tsx?$/.test(file)
  const stubs = [...missing].map(([action, own]) => stub(name, action, own, isTyped))
  const needsType = isTyped && !/^import\b[^;]*\bAction\b[^;]*'virtual:routes\/server'/m.test(before ?? '')
  const parts = [...(needsType ? ["import type { Action } from 'virtual:routes/server'"] : []), ...stubs]
  // Imports may stand anywhere; only a new file has nothing before its own.
  const after =
    missing.size === 0 ? (before ?? '') : `${before === null ? '' : `${before.trimEnd()}\n\n`}${parts.join('\n\n')}\n`
  return { file, path: path.resolve(root, file), actions: [...missing.keys()], before, after }
}

/** Writes what is to be added. A file that came in the meantime is not written over. */
export function writeStubs({ path: file, actions, before, after }: ControllerStubs): void {
  if (actions.length === 0) return
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, after, { flag: before === null ? 'wx' : 'w' })
}

/** As the other controllers are, and where there are none, as the project is. */
function isTypeScript({ root }: Project, folder: string): boolean {
  const others = existsSync(folder) ? filesIn(folder) : []
  if (others.length === 0) return existsSync(path.join(root, 'tsconfig.json'))
  return others.some((file) => /\.[cm]?tsx?$/.test(file))
}

/** @throws UsageError if the action has no name that can be exported */
function stub(controller: string, action: string, routes: readonly ManifestRoute[], isTyped: boolean): string {
  const [, camel] = exportNames(action)
  const name = [action, camel!].find((each) => /^[a-z_$][\w$]*$/i.test(each))
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
