import { scannerOf } from '../automata/scanner-of.ts'
import { isLinear } from '../automata/linear.ts'
import { isRegExpSource, matchingFlags, type Requirement } from '../requirement.ts'

/** True if a complete string satisfies a requirement. The time is linear in the string. */
export function satisfies(text: string, requirement: Requirement): boolean {
  if (typeof requirement === 'string') return requirement === text
  if (!isRegExpSource(requirement)) return requirement.includes(text)
  if (!isLinear(requirement)) return scannerOf(requirement).test(text)
  return new RegExp(`^(?:${requirement.source})$`, matchingFlags(requirement.flags)).test(text)
}
