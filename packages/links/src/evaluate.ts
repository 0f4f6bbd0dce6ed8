// Evaluates expressions of addresses as far as the module itself determines them.
import type { Hole, Part, Range } from './link.ts'

/** A node of a syntax tree: ESTree with TypeScript and JSX, from Oxc, Svelte, ESLint or Oxlint. */
export interface Node {
  readonly type: string
  readonly start?: number
  readonly end?: number
  readonly range?: Range
  readonly [key: string]: unknown
}

/** Returns the place of a node. The parser of typescript-eslint sets only `range`, others only `start` and `end`. */
export function rangeOf(node: Node): Range {
  return node.range ?? [node.start!, node.end!]
}

/** True for a node of a syntax tree. */
export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
}

/** A possible value of an expression. */
export interface Value {
  readonly parts: readonly Part[]
  /** False if a part of the value is written elsewhere, in the declaration of a constant. */
  readonly isWrittenHere: boolean
  /** True if the value is a string, so that `+` appends to it. */
  readonly isString: boolean
}

/** The initial values of constants by name. A name that the module declares more than once has the value null. */
export type Constants = ReadonlyMap<string, Node | null>

/** An expression with more steps becomes a hole. It limits the recursion, and constants that repeat each other. */
const MAX_STEPS = 500

/** An expression with more possible values becomes a hole. */
const MAX_VALUES = 16

const TRANSPARENT = new Set([
  'ParenthesizedExpression',
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSTypeAssertion',
])

/** Returns an expression without parentheses and type assertions around it. */
export function unwrap(node: Node): Node {
  let inner = node
  while (TRANSPARENT.has(inner.type)) inner = inner['expression'] as Node
  return inner
}

/** Returns the operands of which an expression has the value: `a ? b : c`, `b ?? c`. Null for other expressions. */
export function branchesOf({ type, left, right, consequent, alternate }: Node): readonly Node[] | null {
  if (type === 'LogicalExpression') return [left as Node, right as Node]
  return type === 'ConditionalExpression' ? [consequent as Node, alternate as Node] : null
}

/**
 * Returns the possible values of an expression.
 *
 *     `/photos/${id}/edit`        ['/photos/', hole, '/edit']
 *     isNew ? '/new' : `/${id}`   ['/new'] and ['/', hole]
 *     ROOT + '/photos'            ['/admin/photos'] if the module contains `const ROOT = '/admin'`
 */
export function valuesOf(node: Node, constants: Constants): readonly Value[] {
  return new Evaluation(constants).valuesOf(node)
}

class Evaluation {
  readonly #constants: Constants
  #steps = 0

  constructor(constants: Constants) {
    this.#constants = constants
  }

  valuesOf(node: Node): readonly Value[] {
    this.#steps += 1
    const values = this.#steps > MAX_STEPS ? null : this.#knownValues(unwrap(node))
    return values === null || values.length > MAX_VALUES ? [holeFor(node)] : values
  }

  #knownValues(node: Node): readonly Value[] | null {
    switch (node.type) {
      case 'Literal':
      case 'StringLiteral':
      case 'NumericLiteral':
        if (typeof node['value'] === 'string') return [textValue(node['value'])]
        return typeof node['value'] === 'number' ? [{ ...textValue(String(node['value'])), isString: false }] : null
      case 'TemplateLiteral':
        return this.#valuesOfTemplate(node)
      case 'BinaryExpression':
        return node['operator'] === '+' ? this.#valuesOfSum(node) : null
      case 'Identifier': {
        const initial = this.#constants.get(node['name'] as string)
        return initial ? this.valuesOf(initial).map((value) => ({ ...value, isWrittenHere: false })) : null
      }
      default:
        return branchesOf(node)?.flatMap((branch) => this.valuesOf(branch)) ?? null
    }
  }

  /** Returns null if both operands may be numbers, which `+` adds. */
  #valuesOfSum(node: Node): readonly Value[] | null {
    const left = this.valuesOf(node['left'] as Node)
    const right = this.valuesOf(node['right'] as Node)
    const areStrings = [left, right].some((values) => values.every(({ isString }) => isString))
    return areStrings ? joined(left, right) : null
  }

  #valuesOfTemplate(node: Node): readonly Value[] | null {
    const expressions = node['expressions'] as readonly Node[]
    let values: readonly Value[] = [textValue('')]
    for (const [index, quasi] of (node['quasis'] as readonly Node[]).entries()) {
      const { cooked } = quasi['value'] as { readonly cooked: string | null }
      if (cooked === null) return null
      values = joined(values, [textValue(cooked)])
      const expression = expressions[index]
      if (expression !== undefined) values = joined(values, this.valuesOf(expression))
      if (values.length > MAX_VALUES) return null
    }
    return values
  }
}

function textValue(text: string): Value {
  return { parts: [text], isWrittenHere: true, isString: true }
}

/** Returns each value of `left` with each value of `right` behind it. */
function joined(left: readonly Value[], right: readonly Value[]): readonly Value[] {
  return left.flatMap((first) =>
    right.map((second) => ({
      parts: joinParts(first.parts, second.parts),
      isWrittenHere: first.isWrittenHere && second.isWrittenHere,
      isString: true,
    })),
  )
}

/** Returns both lists as one, with adjacent strings merged. */
export function joinParts(left: readonly Part[], right: readonly Part[]): readonly Part[] {
  const parts = [...left]
  for (const part of right) {
    const last = parts.at(-1)
    if (typeof part === 'string' && typeof last === 'string') parts[parts.length - 1] = last + part
    else parts.push(part)
  }
  return parts
}

function holeFor(node: Node): Value {
  return { parts: [holeOf(node)], isWrittenHere: true, isString: false }
}

/** Returns the hole of an expression with an unknown value. */
export function holeOf(node: Node): Hole {
  const { type, callee, arguments: values } = unwrap(node) as Node & { callee: Node; arguments: readonly Node[] }
  const isEncoded =
    type === 'CallExpression' &&
    callee.type === 'Identifier' &&
    callee['name'] === 'encodeURIComponent' &&
    values.length === 1 &&
    values[0]!.type !== 'SpreadElement'
  return { range: rangeOf(isEncoded ? values[0]! : node), isEncoded }
}
