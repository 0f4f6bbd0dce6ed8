// Reports what a client router would do differently from the table, and what it cannot use.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Diagnostic } from '@turnout/compiler'
import { Diagnostics } from '@turnout/compiler/internal/diagnostics/collector'
import { noteAt } from '@turnout/compiler/internal/diagnostics/diagnostic'
import { showRoute } from '@turnout/compiler/internal/manifest/print/describe'
import { findDifferences } from './compare.ts'
import type { OtherRouter } from './other-router.ts'
import { nodesIn } from './router-node.ts'
import type { RouterSource, TableNode } from './router-table.ts'

/** The exports of a controller's module of pages that configure a router. */
const SETTINGS: Readonly<Record<OtherRouter['name'], readonly string[]>> = {
  'react-router': ['layout', 'loader', 'action', 'handle', 'shouldRevalidate', 'ErrorBoundary'],
  'vue-router': ['layout', 'meta'],
}

/** How a layout draws the page inside it. */
const OUTLET = /\b(?:children|slots?|outlet|useOutlet|RouterView)\b|<router-view|import\s*\(|from\s*['"]\./i

/** Returns the problems of a table. */
export function checkRouter(
  nodes: readonly TableNode[],
  router: OtherRouter,
  { files, root, severities, table }: RouterSource,
): readonly Diagnostic[] {
  const diagnostics = new Diagnostics(severities)
  const { name, title, versions } = router
  const version = installedVersion(name, root)
  const args = { router: name, version: version ?? 'none', versions: versions.join(' or ') }
  if (version === null || !versions.includes(Number.parseInt(version, 10))) {
    diagnostics.report('unsupported-router', args, () => null)
  }
  const lines = nodesIn(nodes)
  const routes = lines.flatMap((line) => line.route ?? [])
  for (const { route, winner, path: found, winnerMatches } of findDifferences(table, routes, router)) {
    const names = { route: showRoute(route), winner: showRoute(winner), router: title }
    const related = noteAt(winner.location, `${names.winner} is declared here.`)
    const place = () => route.location
    if (found === null) diagnostics.report('uncompared-routes', names, place, { related })
    else {
      const change = winnerMatches ? `Declare ${names.winner} before ${names.route}` : 'Change one of the paths'
      diagnostics.report('other-route-wins', { ...names, path: found, change }, place, { related })
    }
  }
  for (const { route, module, action, exports } of lines) {
    const { file, actions } = files.get(module ?? '') ?? { file: '', actions: null }
    for (const { name: exported, line, column } of actions ?? []) {
      const place = () => ({ file, line: line ?? 1, column: column ?? 1 })
      if (route !== null && exports.includes(exported) && SETTINGS[name].includes(exported)) {
        diagnostics.report('reserved-page-name', { page: action!, name: exported, router: title }, place)
      }
      if (route === null && exported === 'layout' && !OUTLET.test(textOrNull(path.join(root, file)) ?? '')) {
        diagnostics.report('layout-without-outlet', { file, router: title }, place)
      }
    }
  }
  return diagnostics.all
}

/** Returns the version of a package that the project imports; null if it imports none. */
function installedVersion(name: string, root: string): string | null {
  try {
    const file = createRequire(path.join(root, 'package.json')).resolve(`${name}/package.json`)
    return (JSON.parse(textOrNull(file)!) as { version?: string }).version ?? null
  } catch {
    return null
  }
}

function textOrNull(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
