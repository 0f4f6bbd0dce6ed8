import type { Location } from '../../diagnostics/location.ts'
import type { ManifestRoute } from '../../manifest/manifest.ts'
import { describeRoute } from '../../manifest/print/describe.ts'
import type { MappedText } from './source-map.ts'

/** A constant in the declarations of a module. */
export interface DeclaredConstant {
  readonly name: string
  readonly type: string
  readonly documentation: string
  readonly location: Location | null
}

/**
 * Writes the declarations of exported constants, as one statement, because the declarations of a large table are long:
 *
 *     export const
 *     /** GET /photos → photos#index *\/
 *     photosPath: Path['']
 */
export function emitConstants(
  text: MappedText,
  constants: readonly DeclaredConstant[],
  keyword = 'export const',
): void {
  const last = constants.at(-1)
  if (last !== undefined) text.add(keyword)
  for (const constant of constants) {
    const { name, type, documentation, location } = constant
    text.add(`/** ${comment(documentation)} */`)
    text.add(`${name}: ${type}${constant === last ? '' : ','}`, location, name)
  }
}

/** Describes a route without the format that nearly every path has: `GET /photos/:id`. */
export function withoutFormat(route: ManifestRoute): string {
  return describeRoute(route).replace(/\(\.:format\)$/, '')
}

/** Escapes a string so that it neither ends a comment nor starts a line or a directive in it. */
export function comment(text: string): string {
  if (!NO_COMMENT.test(text)) return text
  return text
    .replaceAll('*/', '*\\/')
    .replaceAll('sourceMappingURL', 'sourceMapping URL')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/gu, '\ufffd')
}

/** Nearly no route contains a match, so one search replaces three. */
const NO_COMMENT = /[^ -~→]|\*\/|sourceMappingURL/
