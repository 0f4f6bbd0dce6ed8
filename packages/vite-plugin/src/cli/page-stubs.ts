// Writes the pages that routes of a controller lack.
import path from 'node:path'
import { pageExportNames } from '@turnout/runtime'
import { isForGet } from '@turnout/compiler/internal/checks/handler-files'
import { pageKey } from '@turnout/compiler/internal/names/file-names'
import { describeRoute } from '@turnout/compiler/internal/manifest/print/describe'
import type { Manifest, ManifestRoute } from '@turnout/compiler'
import { dependencyNames } from '../files/dependencies-on.ts'
import { relativeTo } from '../files/paths.ts'
import { textFileOrNull } from '../files/read-file.ts'
import type { Project } from '../project/project.ts'
import { CommandError } from './command.ts'
import { prefersTypeScript, routesTo, type Stubs } from './controller-stubs.ts'
import { readControllers } from './project-controllers.ts'

/**
 * Returns the files with a page for each GET route that has neither a page nor an action. With Vue, each page is a component
 * in a file of its own; otherwise, the pages are exports of one module. The page for `photos#show` with React:
 *
 *     /** GET /photos/:id(.:format) *\/
 *     export function Show() {
 *       return <h1>photos#show</h1>
 *     }
 *
 * @param name the name of the controller in routes, which is a safe path: `admin/photos`
 * @throws CommandError if the option `pages` is not set, or if no route names the controller
 */
export async function pageStubs(name: string, manifest: Manifest, project: Project): Promise<readonly Stubs[]> {
  const { root } = project
  const { pages: folder } = project.folders
  const routes = routesTo(name, manifest)
  if (folder === null) throw new CommandError("Set the option `pages`: `turnout({ pages: 'src/pages' })`.")
  const missing = await missingPages(name, routes, project)
  const dependencies = new Set(dependencyNames(path.join(root, 'package.json')))
  if (dependencies.has('vue')) {
    return missing.map((route) => ({
      ...fileAt(`${folder}/${pageKey(name, route.action!).replace('#', '/')}.vue`, root),
      actions: [route.action!],
      newContent: `<template>\n  <h1>${name}#${route.action}</h1>\n</template>\n`,
    }))
  }
  const isReact = dependencies.has('react')
  const isTyped = prefersTypeScript(project, folder)
  const extension = `${isTyped ? 'ts' : 'js'}${isReact ? 'x' : ''}`
  const file = fileAt((await project.outcome()).pages.get(name) ?? `${folder}/${name}.${extension}`, root)
  const stubs = missing.map((route) => stubOf(route, isReact, isTyped))
  const oldLines = file.oldContent === null ? [] : [file.oldContent.trimEnd()]
  const actions = missing.map(({ action }) => action!)
  return [{ ...file, actions, newContent: `${[...oldLines, ...stubs].join('\n\n')}\n` }]
}

/** Returns the first route of each action that needs a page. */
async function missingPages(
  name: string,
  routes: readonly ManifestRoute[],
  project: Project,
): Promise<readonly ManifestRoute[]> {
  const { actionsWithPage } = await project.outcome()
  const exportedNames = new Set((await readControllers(project))?.get(name)?.actions?.map((action) => action.name))
  const missing = routes.filter((route) => {
    const action = route.action!
    return (
      isForGet(route) &&
      !actionsWithPage.has(`${name}#${action}`) &&
      !pageExportNames(action).some((exportName) => exportedNames.has(exportName))
    )
  })
  return missing.filter((route, index) => missing.findIndex(({ action }) => action === route.action) === index)
}

function fileAt(absolutePath: string, root: string): Pick<Stubs, 'absolutePath' | 'shownFile' | 'oldContent'> {
  return { absolutePath, shownFile: relativeTo(root)(absolutePath), oldContent: textFileOrNull(absolutePath) }
}

function stubOf(route: ManifestRoute, isReact: boolean, isTyped: boolean): string {
  const { controller, action } = route
  const title = `${controller}#${action}`
  const body = isReact
    ? [`  return <h1>${title}</h1>`]
    : [`  const heading = document.createElement('h1')`, `  heading.textContent = '${title}'`, '  return heading']
  return [
    `/** ${describeRoute(route).replaceAll('*/', '*\\/')} */`,
    // In PascalCase, as components are named. `new` would be a reserved word.
    `export function ${pageExportNames(action!).at(-1)}()${isTyped && !isReact ? ': Node' : ''} {`,
    ...body,
    '}',
  ].join('\n')
}
