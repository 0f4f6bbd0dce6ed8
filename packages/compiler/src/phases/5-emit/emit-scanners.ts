// Declares the constants that the matcher and the helpers of a module share.
import type { RegExpSource } from '../../manifest/manifest.ts'
import { isLinear } from '../../patterns/automata/linear.ts'
import { getOrCreate } from '../../collections.ts'
import { buildScanner } from '../../patterns/automata/scanner-code.ts'
import { quote, wholeRegExp } from './literal.ts'
import { PURE, type UsedNames } from './module-scope.ts'

/** In characters of the emitted literal. A shorter one is hardly longer than the name of a constant. */
const LONG_EXPRESSION = 60

/** The expressions that parts of a module share: matcher and helpers. Each is a constant at the top of the module. */
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
    const { source, flags } = requirement
    return this.#numbered(`${flags}/${source}`, 'scanner', () => scannerExpression(requirement, this.#use('scanner')))
  }

  /** An expression that tests a whole text. @throws TooManyStates, see `canBeScanned` */
  readonly test = (requirement: RegExpSource): string => {
    if (!isLinear(requirement)) return this.name(requirement)
    const regexp = wholeRegExp(requirement.source, requirement.flags)
    return regexp.length < LONG_EXPRESSION ? regexp : this.#numbered(regexp, 'regexp', () => regexp)
  }

  /** The local name of an expression. It starts with `kind`. */
  readonly share = (kind: string, expression: string): string => this.#numbered(expression, kind, () => expression)

  /**
   * The local name of a pure function that calls an import. Its calls need no mark: in a large module, the marks of all calls
   * would be a tenth of the text.
   */
  readonly pure = (imported: string): string => {
    const write = () => `/* @__NO_SIDE_EFFECTS__ */ (...args) => ${imported}(...args)`
    return this.#constant(`pure ${imported}`, imported, write)
  }

  #numbered(key: string, kind: string, write: () => string): string {
    return this.#constant(`${kind} ${key}`, `${kind}${this.#localNames.size}`, write)
  }

  #constant(key: string, wanted: string, write: () => string): string {
    return getOrCreate(this.#localNames, key, () => {
      const expression = write()
      const name = this.#names.take(wanted)
      this.lines.push(`const ${name} = ${expression}`)
      return name
    })
  }
}

function scannerExpression(requirement: RegExpSource, scanner: string): string {
  const [sets, ...others] = buildScanner(requirement)
  const texts = sets.map((set) => (typeof set === 'string' ? quote(set) : `[${set.join()}]`))
  const values = others.map((value) => (typeof value === 'object' ? `[${value.join()}]` : String(value)))
  const parts = [quote(wholeRegExp(requirement.source, requirement.flags)), `[${texts.join()}]`, ...values]
  const defaults = ['', '', '', '', '[]', '-1', 'false', '[]']
  while (parts.at(-1) === defaults[parts.length - 1]) parts.pop()
  return `${PURE} ${scanner}(${parts.join(', ')})`
}
