// Writes the types of links with their method.
import type { Manifest } from '../../manifest/manifest.ts'
import { ACTIONS, actionLinks } from '../../names/action-links.ts'
import type { HelperStyle } from '../../names/helper-name.ts'
import { emitConstants, withoutFormat, type DeclaredConstant } from './declared-constants.ts'
import type { FunctionTypes } from './function-types.ts'
import { exportedName, isName, quote } from './literal.ts'
import type { MappedText } from './source-map.ts'
import { UsedNames, isReservedWord } from './module-scope.ts'

/** The declarations of a module of actions. */
interface ActionModule {
  readonly name: string
  readonly links: readonly DeclaredLink[]
}

interface DeclaredLink extends DeclaredConstant {
  /** The name of the export, if it is another one. */
  readonly exportedAs: string | null
}

/** Returns the declarations of the modules of actions: one constant per action, with the parameters of its path helper. */
export function actionModules(
  manifest: Manifest,
  style: HelperStyle,
  functionTypes: FunctionTypes,
): readonly ActionModule[] {
  return Array.from(actionLinks(manifest, style), ([controller, links]) => {
    const usedNames = new UsedNames([
      ...IMPORTED_TYPES,
      ...links.flatMap(({ name }) => (isDeclarable(name) ? [name] : [])),
    ])
    const declared = links.map(({ name, route, method }, index): DeclaredLink => {
      const isPlain = isDeclarable(name)
      return {
        // Editors show this name when they go to the declaration.
        name: isPlain ? name : usedNames.take(isName(name) ? `_${name}` : `_${index}`),
        exportedAs: isPlain ? null : name,
        type: functionTypes.linkType(route, method),
        // The module and the name of the constant are the controller and the action.
        documentation: withoutFormat(route),
        location: route.location,
      }
    })
    return { name: ACTIONS + controller, links: declared }
  })
}

/** The types that the declarations of links contain. */
const IMPORTED_TYPES = ['Path', 'Links', 'LinkTo', 'QueryOf', 'Contracts']

/** Writes the declarations of a module of actions. */
export function emitActionModule(text: MappedText, { name, links }: ActionModule): void {
  const types = links.map(({ type }) => type).join()
  const imported = (names: readonly string[]) => names.filter((type) => new RegExp(`\\b${type}\\b[<[]`).test(types))
  const contractTypes = imported(['LinkTo', 'QueryOf'])
  text.add('// prettier-ignore')
  text.add(`declare module ${quote(name)} {`)
  text.add(`import type { ${imported(['Path', 'Links', 'Contracts']).join(', ')} } from 'virtual:routes'`)
  if (contractTypes.length > 0)
    text.add(`import type { ${contractTypes.join(', ')} } from 'vite-plugin-turnout/contracts'`)
  const renamed = links.filter(({ exportedAs }) => exportedAs !== null)
  if (!renamed.some(({ exportedAs }) => exportedAs === 'default')) text.add(`export * as default from ${quote(name)}`)
  emitConstants(
    text,
    links.filter(({ exportedAs }) => exportedAs === null),
  )
  emitConstants(text, renamed, 'const')
  const specifiers = renamed.map((link) => `${link.name} as ${exportedName(link.exportedAs!)}`)
  if (specifiers.length > 0) text.add(`export { ${specifiers.join(', ')} }`)
  text.add('}')
}

/** False for reserved words, and for names that may collide with an imported type. */
function isDeclarable(name: string): boolean {
  return /^[a-z$][\w$]*$/.test(name) && !isReservedWord(name)
}
