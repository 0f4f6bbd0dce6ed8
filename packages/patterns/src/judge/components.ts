/**
 * Tarjan's strongly connected components (1972), without recursion.
 *
 * @returns for each node the number of its component; -1 if the node is on no cycle
 */
export function cyclicComponents(size: number, successorsOf: (node: number) => readonly number[]): Int32Array {
  const component = new Int32Array(size).fill(-1)
  const index = new Int32Array(size).fill(-1)
  const low = new Int32Array(size)
  const onStack = new Uint8Array(size)
  const stack: number[] = []
  let counter = 0
  let components = 0
  const work: { readonly node: number; readonly successors: readonly number[]; next: number }[] = []
  const open = (node: number) => {
    index[node] = low[node] = counter++
    stack.push(node)
    onStack[node] = 1
    work.push({ node, successors: successorsOf(node), next: 0 })
  }
  for (let root = 0; root < size; root += 1) {
    if (index[root] === -1) open(root)
    while (work.length > 0) {
      const frame = work.at(-1)!
      const { node, successors } = frame
      const next = successors[frame.next]
      if (next !== undefined) {
        frame.next += 1
        if (index[next] === -1) open(next)
        else if (onStack[next] === 1) low[node] = Math.min(low[node]!, index[next]!)
        continue
      }
      work.pop()
      const parent = work.at(-1)
      if (parent !== undefined) low[parent.node] = Math.min(low[parent.node]!, low[node]!)
      if (low[node] !== index[node]) continue
      const isCycle = stack.at(-1) !== node || successors.includes(node)
      for (let member = -1; member !== node;) {
        member = stack.pop()!
        onStack[member] = 0
        if (isCycle) component[member] = components
      }
      if (isCycle) components += 1
    }
  }
  return component
}
