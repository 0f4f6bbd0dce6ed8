// The time that an editor waits for TypeScript in a file that imports `virtual:routes`: `node bench/types/editor.mjs [routes…]`,
// after `npm run build`.
//
// A language server has a file open, as in an editor. Each turn types a character into the file and asks for a completion: of
// a helper's name in an import, of a helper after `routes.`, or of a parameter of a match that conditions narrow. The first turn
// loads the project ("first"). Of the other turns, the script prints the least time, the median, and the mean processor time of the
// server, which other work on the machine affects least.
import { spawn } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { compileRoutes } from '@turnout/compiler'
import { processTime } from '../cpu-time.mjs'
import { installPlugin } from './install-plugin.mjs'

const TURNS = 21
const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [8, 1000, 5000]
const require = createRequire(import.meta.url)
const programOf = (name, file) => join(dirname(require.resolve(`${name}/package.json`)), file)
const versionOf = (name) => require(`${name}/package.json`).version

/** Returns the lines of the file. The comment on the last line is the place where a user types. */
const linesOf = (turn) => [
  `import routes, { match, editWidget0Path, editWid } from 'virtual:routes'`,
  `export const path = routes.editWid`,
  `const found = match('GET', '/widget0s/1')!`,
  `export const id = found.controller === 'widget0s' && found.action === 'show' ? found.params.i : null`,
  `export const edit = editWidget0Path(1) // ${'x'.repeat(turn)}`,
]

/** The questions: a place in the file, and a part of the answer. Lines and columns count from 1. */
const QUESTIONS = {
  'helper in an import': { line: 1, after: 'editWid }', back: 2, expected: 'editWidget0Url' },
  'helper after `routes.`': { line: 2, after: 'editWid', back: 0, expected: 'editWidget0Path' },
  'parameter of a narrowed match': { line: 4, after: 'params.i', back: 0, expected: '"id"' },
}

/** Calls `take` for each message of a process that writes messages with a `Content-Length`. */
function readMessages(child, take) {
  let buffer = Buffer.alloc(0)
  child.stdout.on('data', (chunk) => {
    buffer = Buffer.concat([buffer, chunk])
    for (;;) {
      const end = buffer.indexOf('\r\n\r\n')
      if (end < 0) return
      const length = Number(/Content-Length: (\d+)/.exec(buffer.toString('latin1', 0, end))?.[1])
      if (buffer.length < end + 4 + length) return
      take(JSON.parse(buffer.toString('utf8', end + 4, end + 4 + length)))
      buffer = buffer.subarray(end + 4 + length)
    }
  })
}

/** Starts the server of TypeScript 5. `change` replaces the text of the file, `complete` returns the answer as JSON. */
function startTsserver(file) {
  const server = programOf('typescript-5', 'lib/tsserver.js')
  const child = spawn(process.execPath, [server, '--disableAutomaticTypingAcquisition'])
  const waiting = new Map()
  readMessages(child, (message) => {
    if (message.type === 'response') waiting.get(message.request_seq)?.(JSON.stringify(message.body ?? null))
  })
  let seq = 0
  const send = (command, args) => {
    seq += 1
    child.stdin.write(`${JSON.stringify({ seq, type: 'request', command, arguments: args })}\n`)
    return seq
  }
  const complete = (line, offset) =>
    new Promise((resolve) => waiting.set(send('completionInfo', { file, line, offset }), resolve))
  return {
    open: (text) => void send('open', { file, fileContent: text }),
    change: (text, before) => {
      const lines = before.split('\n')
      const end = { endLine: lines.length, endOffset: lines.at(-1).length + 1 }
      send('change', { file, line: 1, offset: 1, ...end, insertString: text })
    },
    complete,
    pid: child.pid,
    close: () => child.kill(),
  }
}

/** Starts the language server of TypeScript 7, with the same functions. */
async function startLanguageServer(file, root) {
  const child = spawn(process.execPath, [programOf('typescript', 'bin/tsc'), '--lsp', '--stdio'], { cwd: root })
  const waiting = new Map()
  const write = (message) => {
    const text = JSON.stringify({ jsonrpc: '2.0', ...message })
    child.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`)
  }
  readMessages(child, (message) => {
    if ('method' in message && 'id' in message) write({ id: message.id, result: null })
    else waiting.get(message.id)?.(JSON.stringify(message.result ?? null))
  })
  let id = 0
  const send = (method, params) =>
    new Promise((resolve) => {
      id += 1
      waiting.set(id, resolve)
      write({ id, method, params })
    })
  const uri = pathToFileURL(file).href
  await send('initialize', { processId: process.pid, rootUri: pathToFileURL(root).href, capabilities: {} })
  write({ method: 'initialized', params: {} })
  let version = 1
  return {
    open: (text) =>
      write({
        method: 'textDocument/didOpen',
        params: { textDocument: { uri, languageId: 'typescript', version, text } },
      }),
    change: (text) => {
      version += 1
      write({
        method: 'textDocument/didChange',
        params: { textDocument: { uri, version }, contentChanges: [{ text }] },
      })
    },
    complete: (line, column) =>
      send('textDocument/completion', { textDocument: { uri }, position: { line: line - 1, character: column - 1 } }),
    pid: child.pid,
    close: () => child.kill(),
  }
}

console.log(
  '| routes | compiler | question | first, ms | least, ms | median, ms | processor time, ms |\n|---|---|---|---|---|---|---|',
)
for (const size of sizes) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'turnout-editor-')))
  try {
    const { types } = compileRoutes((r) => {
      for (let index = 0; index < size / 8; index += 1) r.resources(`widget${index}s`)
    })
    installPlugin(root)
    const compilerOptions = { module: 'NodeNext', target: 'ES2022', strict: true, noEmit: true, types: [] }
    const file = join(root, 'main.ts')
    writeFileSync(join(root, 'virtual-routes.d.ts'), types)
    writeFileSync(join(root, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
    writeFileSync(file, linesOf(0).join('\n'))
    for (const [name, start] of [
      ['typescript-5', startTsserver],
      ['typescript', startLanguageServer],
    ]) {
      const server = await start(file, root)
      let text = linesOf(0).join('\n')
      server.open(text)
      for (const [title, question] of Object.entries(QUESTIONS)) {
        const times = []
        let cpuAfterFirst = 0
        for (let turn = 0; turn < TURNS; turn += 1) {
          const lines = linesOf(turn + 1)
          const column = lines[question.line - 1].indexOf(question.after) + question.after.length + 1 - question.back
          const begun = performance.now()
          server.change(lines.join('\n'), text)
          text = lines.join('\n')
          const answer = await server.complete(question.line, column)
          times.push(performance.now() - begun)
          if (turn === 0) cpuAfterFirst = processTime(server.pid)
          if (!answer.includes(question.expected)) throw new Error(`${title}: ${answer.slice(0, 200)}`)
        }
        const cpu = (processTime(server.pid) - cpuAfterFirst) / (TURNS - 1)
        const [first, ...later] = times
        later.sort((a, b) => a - b)
        const cells = [size.toLocaleString('en'), versionOf(name), title]
        console.log(
          `| ${[...cells, ...[first, later[0], later[later.length >> 1], cpu].map((ms) => ms.toFixed(0))].join(' | ')} |`,
        )
      }
      server.close()
    }
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}
