import { Rejection } from '../../diagnostics/collector.ts'
import { isRegExpSource, type Condition, type Requirement } from '../../manifest/manifest.ts'

/**
 * The maximum length of a regular expression or a string, in UTF-16 code units. A part of a path is far shorter. Longer
 * requirements cannot be analysed, and engines refuse the resulting expression of the path.
 */
const MAX_LENGTH = 4096

/**
 * Checks that a route's requirements or conditions are not too long. A list may contain any number of strings.
 *
 * @throws Rejection `requirement-too-long`
 */
export function checkSizes(
  kind: 'requirement' | 'condition',
  values: Readonly<Record<string, Requirement | Condition>>,
): void {
  for (const [name, value] of Object.entries(values)) {
    const parts = isRegExpSource(value) ? [value.source] : [value].flat()
    const tooLong = parts.find((part) => typeof part === 'string' && part.length > MAX_LENGTH)
    if (tooLong === undefined) continue
    throw new Rejection('requirement-too-long', { kind, name, length: String(tooLong).length, limit: MAX_LENGTH })
  }
}
