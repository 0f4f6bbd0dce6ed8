// One start, in a process of its own: `node --expose-gc measure.mjs <module> <requests>`. Prints JSON.
const [, , file, requestsFile] = process.argv
const { default: requests } = await import(requestsFile)

/** The live memory: objects, and the memory of typed arrays and long strings outside of the heap. */
function memory() {
  globalThis.gc()
  globalThis.gc()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const before = memory()
const begun = performance.now()
const { find } = await import(file)
if (find) find(...requests[0])
const first = performance.now() - begun

const started = performance.now()
let found = 0
if (find) for (const [method, path] of requests) if (find(method, path)) found++
const thousand = performance.now() - started

console.log(JSON.stringify({ first, thousand, memory: memory() - before, found }))
