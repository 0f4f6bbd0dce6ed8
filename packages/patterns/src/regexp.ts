/** `@turnout/patterns/regexp`: regular expressions as trees, as sets of characters, as automata and as scanner programs. */

// Expressions.
export {
  ALL_CHARS,
  asciiRanges,
  charsIn,
  FIRST_BEYOND_ASCII,
  has,
  hasChar,
  NO_CHARS,
  type CharSet,
} from './regexp/char-set.ts'
export { escapeRegExp } from './regexp/escape.ts'
export { BACK_REFERENCE, parseRegExp, regExpProblem, treeOf } from './regexp/parse.ts'
export { printRegExp } from './regexp/print.ts'
export { rubySyntax } from './regexp/ruby-syntax.ts'
export { choice, contains, isAssertion, nullable, text, type RegExpTree } from './regexp/syntax.ts'

// Automata, and the scanners for expressions that have none.
export { PositionBuilder, type PositionAutomaton } from './automata/position-automaton.ts'
export { requiredExpression, withoutCounts } from './automata/required-expression.ts'
export { scannerOf } from './automata/scanner-of.ts'
export { buildScanner, canBeScanned, MAX_OPERATIONS } from './automata/scanner-program.ts'
export {
  buildTaggedAutomaton,
  type StateAssertion,
  type TaggedAutomaton,
  type TaggedState,
} from './automata/tagged-automaton.ts'
export { withinLimit } from './automata/too-many-states.ts'
