import { scanner, type Scanner } from '@turnout/runtime'
import type { RegExpSource } from '../manifest.ts'
import { buildScanner } from './scanner-program.ts'

const scanners = new Map<string, Scanner>()

/** A dev server sees many requirements. */
const MAX_SCANNERS = 500

/** The scanner of a requirement, as the emitted module has it. @throws TooManyStates, see `canBeScanned` */
export function scannerOf({ source, flags }: RegExpSource): Scanner {
  const key = `${flags}/${source}`
  let scan = scanners.get(key)
  if (scan === undefined) {
    const { sets, code, start, behinds, words, isUnicode, rounds } = buildScanner({ source, flags })
    if (scanners.size >= MAX_SCANNERS) scanners.clear()
    scanners.set(key, (scan = scanner(source, sets, code, start, behinds, words, isUnicode, rounds)))
  }
  return scan
}
