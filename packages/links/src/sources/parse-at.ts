// Parses parts of files, and walks trees.
import type { Node } from '../evaluate.ts'
import type { ParseScript } from './source-file.ts'

/** Yields all nodes of a tree. It does not recurse, because a tree may be deep. */
export function* nodesIn<Node>(root: Node, childrenOf: (node: Node) => readonly Node[]): Generator<Node> {
  const stack = [root]
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    yield node
    stack.push(...childrenOf(node))
  }
}

/** Parses a part of a file. The places of the tree are those in the file. */
export async function parseAt(
  content: string,
  offset: number,
  language: string,
  parseScript: ParseScript,
): Promise<Node> {
  const root = await parseScript(content, language === 'js' ? 'jsx' : language)
  for (const value of nodesIn<object>(root, (node) => Object.values(node).filter(isObject))) {
    const place = value as { start?: unknown; end?: unknown }
    if (typeof place.start !== 'number' || typeof place.end !== 'number') continue
    place.start += offset
    place.end += offset
  }
  return root
}

/** Parses a part of a file that may be no program, such as a script of JSON. Returns null if its syntax is not valid. */
export const tryParseAt = (...args: Parameters<typeof parseAt>): Promise<Node | null> =>
  parseAt(...args).catch(() => null)

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
