// The load for all applications, on Node, Bun and Deno (run.mjs) and on workerd (workerd.mjs).
import autocannon from 'autocannon'
import { processTime } from '../cpu-time.mjs'
import { NAMES, pathsOf } from './applications.mjs'

const SIZES = [20, 200, 2000]
const sum = (values) => values.reduce((total, value) => total + value, 0)
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1]

/**
 * Prints requests per second, p99, and processor time of each application, and the ratios to the one without a router.
 *
 * 20 connections over loopback request the paths in turn. The applications take turns within each round, so that other load
 * on the machine affects all of them. It prints medians of the rounds. The client takes a processor too. The processor time of
 * a request is that of the server's process in all rounds, which other work on the machine affects less than its rate.
 *
 * @param start starts the servers for a number of routes; returns a function that stops them, and their URLs and process ids
 */
export async function compare(start, seconds = 1, rounds = 9) {
  console.log(
    `| routes | ${NAMES.map((name) => `${name}, requests/s | ratio | p99, ms | processor, µs | ratio`).join(' | ')} |`,
  )
  console.log(`|---|${'---|---|---|---|---|'.repeat(NAMES.length)}`)
  for (const size of SIZES) {
    const { servers, stop } = await start(size)
    const requests = pathsOf(size).map((path) => ({ method: 'GET', path }))
    const found = new Map(NAMES.map((name) => [name, []]))
    // The first round warms up.
    for (let round = 0; round <= rounds; round++) {
      for (const name of NAMES) {
        const { url, pid } = servers[name]
        const before = processTime(pid)
        const result = await autocannon({ url, requests, connections: 20, duration: seconds })
        if (result.non2xx > 0 || result.errors > 0) throw new Error(`${name}: ${result.non2xx} wrong answers`)
        if (round > 0) found.get(name).push({ ...result, processorTime: processTime(pid) - before })
      }
    }
    await stop()
    const alone = found.get('no router')
    const processorTimeOf = (results) =>
      (1000 * sum(results.map((result) => result.processorTime))) / sum(results.map((result) => result.requests.total))
    const cells = NAMES.map((name) => {
      const results = found.get(name)
      const rates = results.map(({ requests: { average } }) => average)
      const ratios = rates.map((rate, round) => rate / alone[round].requests.average)
      const p99 = median(results.map(({ latency }) => latency.p99))
      const time = processorTimeOf(results)
      const timeRatio = time / processorTimeOf(alone)
      return [Math.round(median(rates)), median(ratios).toFixed(2), p99, time.toFixed(1), timeRatio.toFixed(2)].join(
        ' | ',
      )
    })
    console.log(`| ${size.toLocaleString('en')} | ${cells.join(' | ')} |`)
  }
}
