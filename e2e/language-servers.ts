import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { onTestFinished } from 'vitest'

/** A place in a file; line and column count from 1. */
export interface Place {
  readonly file: string
  readonly line: number
  readonly column: number
}

/** What an editor asks of what stands at a place. */
export interface LanguageServer {
  /** Where it is defined. */
  definition(place: Place): Promise<readonly Place[]>
  /** What a hover shows: its type and documentation. */
  hover(place: Place): Promise<string>
  /** The names that it offers there. */
  completions(place: Place): Promise<readonly string[]>
}

const require = createRequire(import.meta.url)

/** Reads messages with a `Content-Length`, as both servers write them. */
function readMessages(child: ChildProcess, take: (message: Record<string, unknown>) => void): void {
  let buffer = Buffer.alloc(0)
  child.stdout!.on('data', (chunk: Buffer) => {
    buffer = Buffer.concat([buffer, chunk])
    for (;;) {
      const end = buffer.indexOf('\r\n\r\n')
      if (end < 0) return
      const length = Number(/Content-Length: (\d+)/.exec(buffer.toString('latin1', 0, end))?.[1])
      const start = end + 4
      if (buffer.length < start + length) return
      take(JSON.parse(buffer.toString('utf8', start, start + length)) as Record<string, unknown>)
      buffer = buffer.subarray(start + length)
    }
  })
}

/** TypeScript 5.9's server, as editors run it, on the project of a file. */
export async function typescript5(openFile: string): Promise<LanguageServer> {
  const child = spawn(process.execPath, [
    require.resolve('typescript-5/lib/tsserver.js'),
    '--disableAutomaticTypingAcquisition',
  ])
  onTestFinished(() => void child.kill())
  const waiting = new Map<number, (body: unknown) => void>()
  readMessages(child, (message) => {
    if (message['type'] === 'response') waiting.get(message['request_seq'] as number)?.(message['body'])
  })
  let seq = 0
  const send = (command: string, args: object) => {
    seq += 1
    child.stdin.write(`${JSON.stringify({ seq, type: 'request', command, arguments: args })}\n`)
    return seq
  }
  const ask = (command: string, args: object) =>
    new Promise<unknown>((resolve) => waiting.set(send(command, args), resolve))
  send('open', { file: openFile })
  return {
    async definition({ file, line, column }) {
      const found = await ask('definition', { file, line, offset: column })
      return ((found ?? []) as { file: string; start: { line: number; offset: number } }[]).map((each) => {
        return { file: each.file, line: each.start.line, column: each.start.offset }
      })
    },
    async hover({ file, line, column }) {
      const found = await ask('quickinfo', { file, line, offset: column })
      const { displayString, documentation } = found as { displayString: string; documentation: string }
      return `${displayString}\n${documentation}`
    },
    async completions({ file, line, column }) {
      const found = await ask('completionInfo', { file, line, offset: column })
      return (found as { entries: { name: string }[] }).entries.map(({ name }) => name)
    },
  }
}

/** TypeScript 7's language server, as editors run it, on the project of a file. */
export async function typescript7(openFile: string, root: string): Promise<LanguageServer> {
  const tsc = path.join(path.dirname(require.resolve('typescript/package.json')), 'bin/tsc')
  const child = spawn(process.execPath, [tsc, '--lsp', '--stdio'], { cwd: root })
  onTestFinished(() => void child.kill())
  const waiting = new Map<number, (result: unknown) => void>()
  const write = (message: object) => {
    const text = JSON.stringify({ jsonrpc: '2.0', ...message })
    child.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`)
  }
  readMessages(child, (message) => {
    // A request of the server's own: it has no answer that matters here.
    if ('method' in message && 'id' in message) return write({ id: message['id'], result: null })
    waiting.get(message['id'] as number)?.(message['result'])
  })
  let id = 0
  const ask = (method: string, params: object) =>
    new Promise<unknown>((resolve) => {
      id += 1
      waiting.set(id, resolve)
      write({ id, method, params })
    })
  await ask('initialize', { processId: process.pid, rootUri: pathToFileURL(root).href, capabilities: {} })
  write({ method: 'initialized', params: {} })
  const textDocument = { uri: pathToFileURL(openFile).href, languageId: 'typescript', version: 1 }
  const text = readFileSync(openFile, 'utf8')
  write({ method: 'textDocument/didOpen', params: { textDocument: { ...textDocument, text } } })
  const askAt = (method: string, { file, line, column }: Place) =>
    ask(method, {
      textDocument: { uri: pathToFileURL(file).href },
      position: { line: line - 1, character: column - 1 },
    })
  const definition = async (place: Place) => {
    const found = await askAt('textDocument/definition', place)
    const places = (Array.isArray(found) ? found : found === null ? [] : [found]) as {
      uri: string
      range: { start: { line: number; character: number } }
    }[]
    return places.map(({ uri, range }) => {
      return { file: fileURLToPath(uri), line: range.start.line + 1, column: range.start.character + 1 }
    })
  }
  const hover = async (place: Place) => {
    const found = (await askAt('textDocument/hover', place)) as { contents: { value: string } } | null
    return found?.contents.value ?? ''
  }
  const completions = async (place: Place) => {
    const found = (await askAt('textDocument/completion', place)) as { items: { label: string }[] } | null
    return (found?.items ?? []).map(({ label }) => label)
  }
  return { definition, hover, completions }
}
