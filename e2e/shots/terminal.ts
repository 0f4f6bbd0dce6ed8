// The output of commands, as pages that look like terminals.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { expect } from 'vitest'
import { PACKAGES, run, TURNOUT, VITE } from '../../packages/vite-plugin/test/built.ts'
import { startServer } from '../dev-process.ts'
import { emptyProject } from '../project.ts'
import type { Subject } from './subject.ts'

const COLUMNS = [60, 120] as const
const CREATE = path.join(PACKAGES, 'create-turnout/bin/create-turnout.js')
const CONFIG = `import { turnout } from 'vite-plugin-turnout'
export default { plugins: [turnout({ server: true })] }`

/** Two routes that never match a request: one behind a requirement, one behind an equal pattern. */
const UNREACHABLE = {
  'vite.config.ts': CONFIG,
  'config/routes.ts': `import { defineRoutes } from 'vite-plugin-turnout/dsl'

export default defineRoutes((r) => {
  r.root('pages#home')
  r.resources('notes', (notes) => notes.resources('comments', { only: ['index', 'create'] }))
  r.get('notes/:slug', { to: 'pages#note', as: 'slug' })
  r.get('notes/latest', { to: 'notes#latest', as: 'latest_notes' })
  r.namespace('admin', (admin) => admin.resource('session', { only: ['new', 'create', 'destroy'] }))
})
`,
}

/** Mistakes that only dev and builds show: a misspelt option, and a controller that is no JavaScript. */
const MISTAKEN = {
  'vite.config.ts': CONFIG,
  'config/routes.ts': `import { defineRoutes } from 'vite-plugin-turnout/dsl'

export default defineRoutes((r) => {
  r.resources('notes', { ony: ['index', 'show'] })
  r.resources('albums', { only: ['index'] })
})
`,
  'src/controllers/albums.ts': `export const index = () => {\n  const albums = new Respons<<;\n}\n`,
}

/** Each command by the name of its picture. It gets the environment of a terminal, and returns what it prints. */
const COMMANDS: Readonly<Record<string, (env: Record<string, string>) => Promise<string>>> = {
  unreachable: (env) => runIn(UNREACHABLE, env, TURNOUT, 'check'),
  routes: (env) => runIn(UNREACHABLE, env, TURNOUT, 'routes'),
  help: (env) => runIn({}, env, TURNOUT, '--help'),
  'usage-error': (env) => runIn({}, env, TURNOUT, 'ruotes'),
  'create-help': (env) => runIn({}, env, CREATE, '--help'),
  'create-error': (env) => runIn({}, env, CREATE, 'my-app', '--kind', 'recat'),
  'build-error': (env) => runIn(MISTAKEN, env, VITE, 'build'),
  async 'dev-errors'(env) {
    const { url, printed } = await startServer(
      `"${process.execPath}" "${VITE}" --port 0 --host 127.0.0.1`,
      emptyProject(MISTAKEN).root,
      env,
    )
    await expect.poll(printed).toContain('ony')
    await fetch(`${url}/albums`)
    await expect.poll(printed).toContain('Respons<<')
    return `$ vite\n${printed()}`
  },
}

async function runIn(
  files: Readonly<Record<string, string>>,
  env: Record<string, string>,
  command: string,
  ...args: readonly string[]
): Promise<string> {
  const { out, err } = await run(command, args, emptyProject(files).root, env)
  return `$ ${path.basename(command, '.js')} ${args.join(' ')}\n${out}${err}`
}

/** Returns the environment in which a process takes its streams for a terminal with this many columns. */
function terminalOf(columns: number): Record<string, string> {
  const script = `for (const s of [process.stdout, process.stderr]) Object.assign(s, { isTTY: true, columns: ${columns} })`
  // With `CI`, commands show no progress, which would erase lines.
  return {
    // Node would warn of `NO_COLOR` next to `FORCE_COLOR`.
    NO_COLOR: '',
    NODE_NO_WARNINGS: '1',
    FORCE_COLOR: '1',
    CI: 'true',
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}`,
  }
}

const STYLE = `
  :root { color-scheme: light dark; }
  body { margin: 16px; background: light-dark(#fff, #16181d); color: light-dark(#1c2024, #e3e6ea); }
  h1 { font: 600 13px sans-serif; }
  /* As wide as the terminal, so that longer lines break at its last column, within words too. */
  pre {
    width: calc(var(--columns) * 1ch); margin: 0; line-height: 1.4; white-space: pre-wrap; word-break: break-all;
    font: min(14px, (100vw - 32px) / var(--columns) / 0.61) 'DejaVu Sans Mono', monospace;
  }
  a { color: inherit; }
  .s1 { font-weight: 700; }
  .s2 { color: light-dark(#5c636b, #9aa2ab); }
  .s4 { text-decoration: underline; }
  .s31, .s91 { color: light-dark(#b42318, #ff8a80); }
  .s32, .s92 { color: light-dark(#106b30, #7ddc98); }
  .s33, .s93 { color: light-dark(#855400, #f3c969); }
  .s34, .s94 { color: light-dark(#1f54c0, #8fb4ff); }
  .s35, .s95 { color: light-dark(#8a2aa8, #e09cf5); }
  .s36, .s96 { color: light-dark(#00687a, #74d7e6); }
  .s90 { color: light-dark(#5c636b, #9aa2ab); }`

const ESCAPE = '\u001B'
const COLOUR = new RegExp(`${ESCAPE}\\[([\\d;]*)m`)
/** A link ends with BEL, or with an escaped backslash. */
const LINK = new RegExp(`${ESCAPE}\\]8;;(.*?)(?:\u0007|${ESCAPE}\\\\)`, 'g')

/** The codes that end the formats of others. */
const ENDS: Readonly<Record<string, RegExp>> = { 0: /./, 22: /^[12]$/, 24: /^4$/, 39: /^[39]\d$/ }

/** Converts the colours and links of a terminal to HTML. Other escape codes stay visible, as in no terminal. */
function htmlOf(output: string): string {
  let formats: string[] = []
  return output
    .split(COLOUR)
    .map((part, index) => {
      if (index % 2 === 0)
        return part && `<span class="${formats.map((code) => `s${code}`).join(' ')}">${linked(part)}</span>`
      for (const code of part.split(';')) {
        const end = ENDS[code || '0']
        formats = end === undefined ? [...formats, code] : formats.filter((each) => !end.test(each))
      }
      return ''
    })
    .join('')
}

/** Escapes a string, and converts its links (OSC 8). */
function linked(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(LINK, (_, href: string) => (href ? `<a href="${href}">` : '</a>'))
    .replaceAll(ESCAPE, '␛')
}

function pageOf(title: string, columns: number, output: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><link rel="icon" href="data:,"><style>${STYLE}</style>
<main><h1>${title}, ${columns} columns</h1><pre style="--columns: ${columns}">${htmlOf(output)}</pre></main></html>`
}

/** What commands print in terminals of 60 and 120 columns. */
export const terminal: Subject = {
  name: 'terminal',
  async start(atEnd) {
    const pages = new Map<string, string>()
    for (const [name, print] of Object.entries(COMMANDS)) {
      for (const columns of COLUMNS)
        pages.set(`/${name}/${columns}`, pageOf(name, columns, await print(terminalOf(columns))))
    }
    const server = createServer(({ url }, response) => {
      response.setHeader('content-type', 'text/html').end(pages.get(url!))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    atEnd(() => server.close())
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  },
  shots: Object.keys(COMMANDS).flatMap((name) =>
    COLUMNS.map((columns) => ({ name: `${name}-${columns}`, path: `/${name}/${columns}` })),
  ),
}
