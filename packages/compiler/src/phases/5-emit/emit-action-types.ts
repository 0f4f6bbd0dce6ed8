import type { Manifest, ManifestRoute } from '../../manifest.ts'
import { ACTIONS, actionLinks } from '../../names/action-links.ts'
import type { HelperStyle } from '../../names/helper-name.ts'
import { isReservedWord } from '../../names/reserved-word.ts'
import { exportedName, isName, quote } from './literal.ts'
import type { MappedText } from './source-map.ts'
import { UsedNames } from './used-names.ts'

/** What the declarations of helpers have as well. */
interface ForHelpers {
  /** What leads to a route, as the text of a comment. */
  readonly describe: (route: ManifestRoute) => string
  /** The parameter lists of a helper. */
  readonly overloads: (route: ManifestRoute, kind: 'path') => readonly string[]
}

/**
 * Writes the declarations of the modules of actions: one flat function per action, with the parameters of its path helper.
 */
export function emitActionTypes(
  text: MappedText,
  manifest: Manifest,
  style: HelperStyle,
  { describe, overloads }: ForHelpers,
): void {
  for (const [controller, links] of actionLinks(manifest, style)) {
    text.add(`declare module ${quote(ACTIONS + controller)} {`)
    const lists = links.map(({ route }) => overloads(route, 'path'))
    const types = new Set(['Link', ...(lists.join().match(/\b(?:Format)?PathOptions\b|\bParam\b/g) ?? [])])
    text.add(`  import type { ${[...types].sort().join(', ')} } from 'virtual:routes'`)
    if (!links.some(({ name }) => name === 'default')) {
      text.add(`  export * as default from ${quote(ACTIONS + controller)}`)
    }
    const usedNames = new UsedNames([...types, ...links.flatMap(({ name }) => (isDeclarable(name) ? [name] : []))])
    const others: string[] = []
    for (const [index, { name, route, method }] of links.entries()) {
      const isPlain = isDeclarable(name)
      // The name is seen where an editor leads to the declaration.
      const own = isPlain ? name : usedNames.take(isName(name) ? `_${name}` : `_${index}`)
      if (!isPlain) others.push(`${own} as ${exportedName(name)}`)
      const documentation = describe(route)
      for (const parameters of lists[index]!) {
        text.add(`  /** ${documentation} */`)
        text.add(
          `  ${isPlain ? 'export ' : ''}function ${own}(${parameters}): Link<${quote(method)}>`,
          route.location,
          own,
        )
      }
    }
    if (others.length > 0) text.add(`  export { ${others.join(', ')} }`)
    text.add('}')
  }
}

/** False for reserved words, and for names that an imported type might have. */
function isDeclarable(name: string): boolean {
  return /^[a-z$][\w$]*$/.test(name) && !isReservedWord(name)
}
