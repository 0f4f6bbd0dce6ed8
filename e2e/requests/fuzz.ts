// Sends random requests to all servers, and compares the responses.
import type { Host } from '../serving/hosts.ts'
import { asCommand, makeCase, randomCase, withoutFeatures, type Case, type Places } from './cases.ts'
import { firstDifference, ignoringRows, permittingRow, readDifferences, type Row } from './differences.ts'
import { exchange, type Exchange } from './exchange.ts'
import { SECRET, SERVER_NAMES, type FuzzedServer } from './servers.ts'

/**
 * Servers respond to these bytes while they still arrive, or close the connection. The time decides what the client gets, so
 * the responses are not compared.
 */
const RACES = new Set([
  'malformed bytes behind the request',
  'a malformed chunk',
  'a long chunk extension or trailer',
  'a target of more than 64 KiB',
  'a header of more than 64 KiB',
])

const LONG_BODIES = new Set(['a body above the limit of an action', 'a body above the limit of the server'])

const FAILING = new Set(['a response that fails halfway'])
/** The end of the connection is the end of the response. Node reads a missing version as HTTP/0.9. */
const ENDS_WITH_CONNECTION = new Set(['HTTP/1.0', 'an unknown version of HTTP', 'a malformed version of HTTP'])
const CLOSING = new Set([...ENDS_WITH_CONNECTION, '`Connection`'])
/** The statuses with which servers reject a request before they have read its body. workerd rejects some with 500. */
const REJECTIONS = ['400', '431', '500']

const BATCH = 500
const CONNECTIONS = 20

/** Failures of the same kind are reported once. */
export interface Failure {
  /** The server, the problem, and the features of the smallest request that shows it. */
  readonly kind: string
  readonly command: string
  readonly id: string
  count: number
}

/** The results of a run. */
export interface Report {
  readonly failures: readonly Failure[]
  /** Rows of the table that no request needed. */
  readonly unusedRows: readonly Row[]
  /** The number of requests by server. */
  readonly sent: ReadonlyMap<string, number>
}

/** A server that is started again if it ends. */
class Running {
  private host: Host | undefined
  private checked = 0
  readonly server: FuzzedServer

  constructor(server: FuzzedServer) {
    this.server = server
  }

  async send(sent: Case): Promise<Exchange> {
    this.host ??= await this.server.start()
    return exchange(this.host.port, sent)
  }

  /** Returns why the server is broken, if it is. Then it is started again. */
  async breakage(): Promise<string | null> {
    const { responses } = await this.send(HEALTH)
    const printed = this.host!.printed().slice(this.checked)
    this.checked += printed.length
    // workerd itself logs its 500s as uncaught.
    const [line] =
      /^(?!workerd\/server).*(?:unhandled|uncaught|(?:ERR_INVALID_STATE|ERR_HTTP_SOCKET_ASSIGNED)).*$/im.exec(
        printed,
      ) ?? []
    const isAlive = responses[0] === '200 text/plain'
    if (isAlive && line === undefined) return null
    await this.close()
    return isAlive
      ? `prints \`${line}\``
      : `responds \`${responses[0]}\` to a plain request:\n${printed.trim().slice(-600)}`
  }

  async close(): Promise<void> {
    await this.host?.close()
    this.host = undefined
    this.checked = 0
  }
}

const HEALTH: Case = {
  id: 'health',
  features: [],
  pieces: ['GET /photos HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'],
  methods: ['GET'],
  end: 'read',
}

/** The number of requests, their seed, and a function that receives each new failure. */
export interface Options {
  readonly count: number
  readonly seed: number
  readonly log?: (line: string) => void
  /** The permitted differences. Default: those of docs/deploying.md. */
  readonly rows?: readonly Row[]
}

/**
 * Sends the same random requests to each server. The first server is the one with which the others are compared.
 *
 * A failure is a server that ends or prints an unhandled error, a file that no server may give away, a connection without a
 * response and without an end, and a response that differs from the first server's without a row in docs/deploying.md.
 */
export async function fuzzRequests(
  servers: readonly FuzzedServer[],
  places: Places,
  { count, seed, log = () => {}, rows = readDifferences(SERVER_NAMES) }: Options,
): Promise<Report> {
  const used = new Set<Row>()
  const failures = new Map<string, Failure>()
  const sent = new Map<string, number>()
  const reference: string[][] = []
  const first = new Running(servers[0]!)

  /** Returns the problem of a response, if there is one. */
  const problemOf = async (
    server: string,
    sentCase: Case,
    { responses, bytes }: Exchange,
    expected: readonly string[],
  ): Promise<string | null> => {
    if (bytes.includes(SECRET)) return 'gives away a file'
    const named = (names: ReadonlySet<string>) => sentCase.features.some(({ name }) => names.has(name))
    const isCompared = !responses.includes('nothing') && !named(RACES)
    const position = isCompared ? firstDifference(expected, responses) : responses.indexOf('nothing')
    if (position === -1) return null
    // A response is lost if the connection closes while the client still writes: after a rejection, or as the client asked.
    const isWriting = named(LONG_BODIES) || (position === 0 && sentCase.pieces.length > 1)
    const theirs = expected[position] ?? 'nothing more'
    const received = responses[position] ?? 'nothing more'
    const ours = isWriting ? received.replace(/^([45]\d\d.*) without its end$/, '$1') : received
    const lost = named(CLOSING) ? /^(?:close \d|\d.* close$)/ : /^(?:close [45]\d\d|[45]\d\d.* close$)/
    const isLost = (response: string, other: string) => isWriting && lost.test(`${response} ${other}`)
    /** True if both servers may close the connection instead of the response at the position. */
    const mayClose = (at: number) =>
      at > 0
        ? named(LONG_BODIES) || /^[45]/.test(responses[at - 1]!)
        : // The end of the connection is the end of the response, also if the response fails.
          named(ENDS_WITH_CONNECTION) && named(FAILING)
    const isEqual = (response: string, other: string, at: number) =>
      isLost(response, other) || ((response === 'close' || other === 'close') && mayClose(at))
    if (isEqual(ours, theirs, position)) return null
    const row = [ours, ...REJECTIONS]
      .filter((response) => response === ours || isLost(ours, response))
      .map((response) => permittingRow(rows, server, sentCase.features, [response, theirs]))
      .find((found) => found !== undefined)
    if (row !== undefined) {
      used.add(row)
      return null
    }
    if (ours === 'nothing') return 'neither responds nor closes the connection'
    const ignoring = ignoringRows(rows, server, sentCase.features)
    const ignored = sentCase.features
      .map(({ name }) => name)
      .filter((name) => ignoring.some((each) => each.requests.includes(name)))
    for (const names of subsets(ignored)) {
      const plain = withoutFeatures(sentCase, names, places)
      // Without the features, more bytes may be requests of their own.
      const plainExpected = (await first.send(plain)).responses.slice(0, sentCase.methods.length)
      const plainPosition = firstDifference(plainExpected, responses)
      const pair = [responses[plainPosition] ?? '', plainExpected[plainPosition] ?? ''] as const
      if (
        plainPosition === -1 ||
        isEqual(...pair, plainPosition) ||
        permittingRow(rows, server, plain.features, pair)
      ) {
        for (const each of ignoring) if (each.requests.some((name) => names.has(name))) used.add(each)
        return null
      }
    }
    return `responds \`${ours}\` instead of \`${theirs}\``
  }

  /** Removes the features without which the problem remains. */
  const smallest = async (running: Running, failing: Case, problem: string) => {
    let small = failing
    for (const feature of failing.features) {
      const smaller = makeCase(
        failing.id,
        small.features.filter((each) => each !== feature),
        places,
      )
      const expected = problem.startsWith('responds') ? (await first.send(smaller)).responses : []
      const found = await problemOf(running.server.name, smaller, await running.send(smaller), expected)
      if (found !== null && found.split(' ', 1)[0] === problem.split(' ', 1)[0]) small = smaller
    }
    return small
  }

  const fail = (server: string, problem: string, failing: Case) => {
    const kind = `${server}: ${failing.features.map(({ name }) => name).join(' + ')}: ${problem}`
    const failure = failures.get(kind)
    if (failure === undefined) {
      failures.set(kind, { kind, id: failing.id, command: asCommand(failing), count: 1 })
      log(`${kind}\n  ${failing.id}  ${asCommand(failing).slice(0, 1000)}`)
    } else failure.count++
  }

  for (const server of servers) {
    const running = server === servers[0] ? first : new Running(server)
    const begun = Date.now()
    for (let start = 0; start < count; start += BATCH) {
      const cases = Array.from({ length: Math.min(BATCH, count - start) }, (_, offset) =>
        randomCase(seed, start + offset, places),
      )
      const results: Exchange[] = []
      const queue = [...cases.entries()]
      const work = async () => {
        for (let next = queue.shift(); next !== undefined; next = queue.shift())
          results[next[0]] = await running.send(next[1])
      }
      await running.breakage()
      await Promise.all(Array.from({ length: CONNECTIONS }, work))
      sent.set(server.name, (sent.get(server.name) ?? 0) + cases.length)
      const breakage = await running.breakage()
      if (breakage !== null) {
        // One by one, each request shows whether it is the cause.
        const isFound = await findBreaking(running, cases, fail)
        if (!isFound)
          fail(server.name, breakage, {
            ...cases[0]!,
            features: [{ group: 'target', name: `one of ${cases.length} requests at once`, value: '' }],
          })
        continue
      }
      for (const [offset, failing] of cases.entries()) {
        if (running === first) reference[start + offset] = [...results[offset]!.responses]
        const problem = await problemOf(server.name, failing, results[offset]!, reference[start + offset]!)
        if (problem === null) continue
        const small = await smallest(running, failing, problem)
        const expected = (await first.send(small)).responses
        fail(
          server.name,
          (await problemOf(server.name, small, await running.send(small), expected)) ?? `${problem}, but not again`,
          small,
        )
      }
    }
    if (running !== first) await running.close()
    log(
      `${server.name}: ${sent.get(server.name)} requests in ${Math.round((Date.now() - begun) / 1000)} s, ${failures.size} kinds of failures`,
    )
  }
  await first.close()
  const ran = servers.map(({ name }) => name)
  const unusedRows = rows.filter((row) => !used.has(row) && row.servers.every((name) => ran.includes(name)))
  return { failures: [...failures.values()], unusedRows, sent }
}

/** Returns all sets of some names, the largest first, without the empty one. */
function subsets(names: readonly string[]): ReadonlySet<string>[] {
  const sets: string[][] = [[]]
  for (const name of names) sets.push(...sets.map((set) => [...set, name]))
  return sets
    .sort((a, b) => b.length - a.length)
    .slice(0, -1)
    .map((set) => new Set(set))
}

/** Sends cases one by one, until the server breaks. */
async function findBreaking(
  running: Running,
  cases: readonly Case[],
  fail: (server: string, problem: string, failing: Case) => void,
): Promise<boolean> {
  let isFound = false
  for (const failing of cases) {
    await running.send(failing)
    const breakage = await running.breakage()
    if (breakage === null) continue
    fail(running.server.name, breakage, failing)
    isFound = true
  }
  return isFound
}
