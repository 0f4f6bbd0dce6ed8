/**
 * Returns the node of the literal `text` from `start` to `end` behind `node`, or 0. Where the reader says what node a new
 * literal leads `to`, it is the whole of `text`, and is added. One function for both takes 34 bytes less, after gzip.
 */
export type Find = (node: number, text: string, start: number, end: number, to?: number) => number

/** What a hash takes of a literal. */
export type KeyOf = (text: string, start: number, end: number) => number

/**
 * All characters. The emitted call hands it in where two of them and the length do not tell enough literals of one node
 * apart, as `resource100` and the 899 after it. The others' bundles have none of it.
 */
export const wholeKey: KeyOf = (text, start, end) => {
  let key = 0
  for (let i = start; i < end; i++) key = Math.imul(key ^ text.charCodeAt(i), 0x01000193)
  return key
}

/**
 * The hash table of all literals of all nodes. It is a module of its own so that nothing else of the reader is kept in
 * memory with it: functions that are made in one place share what any of them uses.
 *
 * @param bits the logarithm of how many places there should be
 */
export function createLiterals(bits: number, keyOf?: KeyOf): Find {
  /** For each place the hash, the node and the number of the text. */
  const slots = new Int32Array(3 << bits)
  const texts: string[] = []
  const mask = (1 << bits) - 1
  const shift = 32 - bits
  // Before V8 optimises, a call looks for both names of `Math.imul`.
  const { imul } = Math
  return function find(node, text, start, end, to) {
    const key = keyOf
      ? keyOf(text, start, end)
      : text.charCodeAt(start) ^ (text.charCodeAt((start + end) >> 1) << 7) ^ ((end - start) << 14)
    // One to one in `node` for one text: a literal with the hash and the text that are looked for is the right one.
    const hash = imul(imul(node, 0x85ebca6b) ^ key, 0x9e3779b1)
    for (let slot = hash >>> shift; ; slot = (slot + 1) & mask) {
      const child = slots[3 * slot + 1]!
      if (child === 0) {
        if (to) {
          slots[3 * slot] = hash
          slots[3 * slot + 1] = to
          slots[3 * slot + 2] = texts.push(text) - 1
        }
        return 0
      }
      // A loop over the characters takes as long once V8 has optimised it, and much longer before.
      if (slots[3 * slot] === hash && text.slice(start, end) === texts[slots[3 * slot + 2]!]) return child
    }
  }
}
