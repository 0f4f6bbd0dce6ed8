// Writes the types of links with their method.
import type { Manifest, ManifestRoute } from '../../manifest/manifest.ts'
import { ACTIONS, actionLinks } from '../../names/action-links.ts'
import type { HelperStyle } from '../../names/helper-name.ts'
import type { ContractExports } from './module-types.ts'
import { exportedName, isName, quote } from './literal.ts'
import type { MappedText } from './source-map.ts'
import { UsedNames, isReservedWord } from './module-scope.ts'

/** The functions that the declarations of helpers use too. */
interface ForHelpers {
  /** Returns the comment for a route. */
  readonly describe: (route: ManifestRoute) => string
  /** The parameter lists of a helper. */
  readonly overloads: (route: ManifestRoute, kind: 'path') => readonly string[]
  readonly contracts: ContractExports
}

/**
 * Writes the declarations of the modules of actions: one flat function per action, with the parameters of its path helper.
 */
export function emitActionTypes(
  text: MappedText,
  manifest: Manifest,
  style: HelperStyle,
  { describe, overloads, contracts }: ForHelpers,
): void {
  for (const [controller, links] of actionLinks(manifest, style)) {
    text.add('// prettier-ignore')
    text.add(`declare module ${quote(ACTIONS + controller)} {`)
    const lists = links.map(({ route }) => overloads(route, 'path'))
    const hasContract = (action: string) => contracts.has(`${controller}#${action}`)
    const typed = links.filter(({ route }) => hasContract(route.action)).length
    const types = new Set([
      ...(typed < links.length ? ['Link'] : []),
      ...(typed > 0 ? ['Contracts'] : []),
      ...(lists.join().match(/\b(?:Format)?PathOptions\b|\bParam\b/g) ?? []),
    ])
    text.add(`  import type { ${[...types].sort().join(', ')} } from 'virtual:routes'`)
    if (typed > 0) text.add("  import type { LinkTo, WithQuery } from 'vite-plugin-turnout/contracts'")
    if (!links.some(({ name }) => name === 'default')) {
      text.add(`  export * as default from ${quote(ACTIONS + controller)}`)
    }
    const usedNames = new UsedNames([...types, ...links.flatMap(({ name }) => (isDeclarable(name) ? [name] : []))])
    const renamedExports: string[] = []
    for (const [index, { name, route, method }] of links.entries()) {
      const isPlain = isDeclarable(name)
      // Editors show this name when they go to the declaration.
      const localName = isPlain ? name : usedNames.take(isName(name) ? `_${name}` : `_${index}`)
      if (!isPlain) renamedExports.push(`${localName} as ${exportedName(name)}`)
      const documentation = describe(route)
      const type = hasContract(route.action)
        ? `LinkTo<${quote(method)}, Contracts[${quote(`${controller}#${route.action}`)}]>`
        : `Link<${quote(method)}>`
      for (const parameters of lists[index]!) {
        text.add(`  /** ${documentation} */`)
        text.add(
          `  ${isPlain ? 'export ' : ''}function ${localName}(${parameters}): ${type}`,
          route.location,
          localName,
        )
      }
    }
    if (renamedExports.length > 0) text.add(`  export { ${renamedExports.join(', ')} }`)
    text.add('}')
  }
}

/** False for reserved words, and for names that may collide with an imported type. */
function isDeclarable(name: string): boolean {
  return /^[a-z$][\w$]*$/.test(name) && !isReservedWord(name)
}
