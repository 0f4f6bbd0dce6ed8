import type { Block } from '../src/index.ts'

/** The DSL without its types, for calls that are made up from data, or that the types would not let pass. */
export type Builder = Record<string, (...args: unknown[]) => void>

/** A block that makes such calls. */
export function loosely(block: (r: Builder) => unknown): Block {
  return block as never
}
