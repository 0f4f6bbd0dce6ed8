// One start, in a process of its own: `node --expose-gc measure.mjs <module> <requests>`. Prints JSON.
const [, , file, requestsFile] = process.argv
const { default: requests } = await import(requestsFile)
// Strings as an HTTP parser makes them: nobody has looked at them yet.
const fresh = requests.map(([method, path]) => [method, Buffer.from(path, 'latin1').latin1Slice()])

/** What is alive: objects, and what typed arrays and long strings hold outside of the heap. */
function memory() {
  globalThis.gc()
  globalThis.gc()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const before = memory()
const begun = performance.now()
const { find } = await import(file)
if (find) find(...fresh[0])
const first = performance.now() - begun

const started = performance.now()
let found = 0
if (find) for (const [method, path] of fresh) if (find(method, path)) found++
const thousand = performance.now() - started

console.log(JSON.stringify({ first, thousand, memory: memory() - before, found }))
