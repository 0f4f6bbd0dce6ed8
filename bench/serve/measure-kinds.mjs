// Measures one application for kinds.mjs: `node --expose-gc measure-kinds.mjs <URL of the application's module>`.
// Prints the processor time (µs) and the allocated bytes of a request of each kind, as JSON.
const ROUNDS = 40
/** Further rounds, which count bytes. A collection makes the code after it slower, so they take no time. */
const COUNTED = 5
const BATCH = 500

const url = (path) => `http://127.0.0.1:3000${path}`
const KINDS = {
  'GET static': [200, (i) => new Request(url(`/resource${i % 100}`))],
  'GET param': [200, (i) => new Request(url(`/resource${i % 100}/${i}`))],
  'POST JSON': [
    200,
    (i) =>
      new Request(url(`/resource${i % 100}`), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: `{"id":${i}}`,
      }),
  ],
  'no route (404)': [404, (i) => new Request(url(`/missing${i % 100}/${i}`))],
  'other verb (405)': [405, (i) => new Request(url(`/resource${i % 100}/${i}`), { method: 'PUT', body: '' })],
}

const lowerQuartile = (values) => values.toSorted((a, b) => a - b)[values.length >> 2]

const { fetch } = await import(process.argv[2])
const results = Object.fromEntries(Object.keys(KINDS).map((kind) => [kind, { times: [], bytes: [] }]))
for (const [kind, [status, requestOf]] of Object.entries(KINDS)) {
  const response = await fetch(requestOf(1))
  if (response.status !== status && !(status === 405 && response.status === 404))
    throw new Error(`${process.argv[2]}: ${response.status} for ${kind}`)
}
// The kinds come in turns, as on a server.
for (let round = 0; round < ROUNDS + COUNTED; round++) {
  for (const [kind, [, requestOf]] of Object.entries(KINDS)) {
    const requests = Array.from({ length: BATCH }, (_, i) => requestOf(i))
    const isCounted = round >= ROUNDS
    if (isCounted) globalThis.gc()
    const before = process.memoryUsage().heapUsed
    const begun = process.cpuUsage()
    for (const request of requests) await fetch(request)
    const { user, system } = process.cpuUsage(begun)
    if (isCounted) results[kind].bytes.push((process.memoryUsage().heapUsed - before) / BATCH)
    else results[kind].times.push((user + system) / BATCH)
  }
}
const figures = Object.entries(results).map(([kind, { times, bytes }]) => [
  kind,
  { time: lowerQuartile(times), bytes: lowerQuartile(bytes) },
])
console.log(JSON.stringify(Object.fromEntries(figures)))
