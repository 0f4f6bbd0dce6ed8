// Tests values against requirements, in linear time.
import { scannerOf } from '../automata/scanner-of.ts'
import { isLinear } from '../automata/linear.ts'
import { fact } from '../facts.ts'
import { isRegExpSource, matchingFlags, type Requirement } from '../requirement.ts'

/** Returns the test of a requirement: a regular expression if it is linear, otherwise a scanner. */
export const stringTestOf = fact((requirement): { test(text: string): boolean } => {
  const { source, flags } = requirement
  return isLinear(requirement) ? new RegExp(`^(?:${source})$`, matchingFlags(flags)) : scannerOf(requirement)
})

/** True if a complete string satisfies a requirement. The time is linear in the string. */
export function satisfies(text: string, requirement: Requirement): boolean {
  if (typeof requirement === 'string') return requirement === text
  return isRegExpSource(requirement) ? stringTestOf(requirement).test(text) : requirement.includes(text)
}
