import type { RegExpSource } from '../../manifest.ts'
import { buildScanner } from '../../recognition/scanner-program.ts'
import { quote, wholeRegExp } from './literal.ts'
import type { UsedNames } from './used-names.ts'

/** The scanners of a module. Matcher and helpers share them: each is a constant at the top of the module. */
export class Scanners {
  readonly #localNames = new Map<string, string>()
  readonly #names: UsedNames
  readonly #use: (name: string) => string
  /** A declaration for each. */
  readonly lines: string[] = []

  /** @param use returns the local name of an export of the runtime */
  constructor(names: UsedNames, use: (name: string) => string) {
    this.#names = names
    this.#use = use
  }

  /** The local name of a requirement's scanner. @throws TooManyStates, see `canBeScanned` */
  readonly name = (requirement: RegExpSource): string => {
    const key = `${requirement.flags}/${requirement.source}`
    let name = this.#localNames.get(key)
    if (name === undefined) {
      const expression = scannerExpression(requirement, this.#use('scanner'))
      this.#localNames.set(key, (name = this.#names.take(`scanner${this.#localNames.size}`)))
      this.lines.push(`const ${name} = ${expression}`)
    }
    return name
  }
}

function scannerExpression(requirement: RegExpSource, scanner: string): string {
  const { sets, code, start, behinds, words, isUnicode } = buildScanner(requirement)
  const texts = sets.map((set) => (typeof set === 'string' ? quote(set) : `[${set.join()}]`))
  const parts = [
    quote(wholeRegExp(requirement.source, requirement.flags)),
    `[${texts.join()}]`,
    `[${code.join()}]`,
    String(start),
    `[${behinds.join()}]`,
    String(words),
    String(isUnicode),
  ]
  const defaults = ['', '', '', '', '[]', '-1', 'false']
  while (parts.at(-1) === defaults[parts.length - 1]) parts.pop()
  return `/* @__PURE__ */ ${scanner}(${parts.join(', ')})`
}
