import { scannerOf } from '../automata/scanner-of.ts'
import { isLinear } from '../automata/linear.ts'
import { fact } from '../facts.ts'
import { isRegExpSource, matchingFlags, type Requirement } from '../requirement.ts'

/** Tests complete strings. The time is linear in the string. */
export const testOf = fact((requirement): { test(text: string): boolean } => {
  const { source, flags } = requirement
  return isLinear(requirement) ? new RegExp(`^(?:${source})$`, matchingFlags(flags)) : scannerOf(requirement)
})

/** True if a complete string satisfies a requirement. The time is linear in the string. */
export function satisfies(text: string, requirement: Requirement): boolean {
  if (typeof requirement === 'string') return requirement === text
  return isRegExpSource(requirement) ? testOf(requirement).test(text) : requirement.includes(text)
}
