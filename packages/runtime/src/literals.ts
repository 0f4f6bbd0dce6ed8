/**
 * The hash table of a route table's literals: the static segments such as `photos`, each below its parent node.
 *
 *     find(root, '/photos/7', 1, 7)   the node for `photos` below the root
 */

/**
 * Returns the child of `node` for the literal in `text` from `start` to `end`; 0 if there is none. With `newChild`, `text` is
 * a complete literal, and the function adds it with that node. One function for both saves 34 bytes after gzip.
 */
export type FindChild = (node: number, text: string, start: number, end: number, newChild?: number) => number

/** Computes a key of a literal, from which the hash is computed. */
export type LiteralKey = (text: string, start: number, end: number) => number

/**
 * A key that depends on all characters. The default key depends on two characters and the length. The emitted module passes
 * this one if the default key is equal for too many literals of one node, such as `resource100` to `resource999`.
 */
export const fullLiteralKey: LiteralKey = (text, start, end) => {
  let key = 0
  for (let i = start; i < end; i++) key = Math.imul(key ^ text.charCodeAt(i), 0x01000193)
  return key
}

/**
 * Creates the hash table. It is not a part of `readTable`, because closures created in one scope keep all variables that any
 * of them uses, and so the table's source, in memory.
 *
 * @param bits the binary logarithm of the number of slots
 */
export function createLiterals(bits: number, literalKey?: LiteralKey): FindChild {
  /** For each slot the hash, the node and the index of the literal in `literals`. */
  const slots = new Int32Array(3 << bits)
  const literals: string[] = []
  const mask = (1 << bits) - 1
  const shift = 32 - bits
  // Before V8 optimises, a call of `Math.imul` looks up both names.
  const { imul } = Math
  return function find(node, text, start, end, newChild) {
    const key = literalKey
      ? literalKey(text, start, end)
      : text.charCodeAt(start) ^ (text.charCodeAt((start + end) >> 1) << 7) ^ ((end - start) << 14)
    // One literal has a distinct hash for each node. So a slot with the same hash and the same literal has the same node.
    const hash = imul(imul(node, 0x85ebca6b) ^ key, 0x9e3779b1)
    for (let slot = hash >>> shift; ; slot = (slot + 1) & mask) {
      const child = slots[3 * slot + 1]!
      if (child === 0) {
        if (newChild) {
          slots[3 * slot] = hash
          slots[3 * slot + 1] = newChild
          slots[3 * slot + 2] = literals.push(text) - 1
        }
        return 0
      }
      // A loop over the characters takes as long once V8 has optimised it, and much longer before.
      if (slots[3 * slot] === hash && text.slice(start, end) === literals[slots[3 * slot + 2]!]) return child
    }
  }
}
