import { scanner } from '@turnout/runtime'
import { fact } from '../facts.ts'
import { buildScanner } from './scanner-program.ts'

/** The scanner of a requirement, as the emitted module has it. @throws TooManyStates, see `canBeScanned` */
export const scannerOf = fact((requirement) => {
  const { sets, code, start, behinds, wordSet, isUnicode, rounds } = buildScanner(requirement)
  return scanner(requirement.source, sets, code, start, behinds, wordSet, isUnicode, rounds)
})
