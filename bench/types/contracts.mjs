// Type-checking a server and its client: with contracts, typed by hand, and with Hono's `hc`:
// `node bench/types/contracts.mjs [actions…]`, after `npm run build`.
//
// Each application has five actions a controller, with the same Zod schemas, and a client that calls every action once and
// uses its data. By hand, the schemas validate in the action, and the client has interfaces. Hono's validators call the same
// schemas. Each compiler runs in a process of its own, three times; the median is printed. A run that takes longer than
// five minutes is ended.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { compileRoutes } from '@turnout/compiler'
import { emitTypes } from '@turnout/compiler/internal/phases/5-emit/emit-types'
import { installPlugin } from './install-plugin.mjs'

const RUNS = Number(process.env.RUNS ?? 3)
const LIMIT_MS = 300_000
const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [50, 500]
const require = createRequire(import.meta.url)
const COMPILERS = [require.resolve('typescript-5/package.json'), require.resolve('typescript/package.json')].map(
  (file) => ({ version: require(file).version, program: path.join(path.dirname(file), 'bin/tsc') }),
)

const typesOf = (name) => fileURLToPath(import.meta.resolve(name)).replace(/\.(m|c)?js$/, '.d.$1ts')
const honoTypes = (name) =>
  fileURLToPath(import.meta.resolve(name))
    .replace('/dist/', '/dist/types/')
    .replace(/\.js$/, '.d.ts')

const PATHS = {
  zod: [typesOf('zod')],
  hono: [honoTypes('hono')],
  'hono/client': [honoTypes('hono/client')],
  'hono/validator': [honoTypes('hono/validator')],
}

const schemas = (index) => `import { z } from 'zod'
export const Id = z.coerce.number().int()
export const Page = z.object({ page: z.coerce.number<string | number>().default(1), by${index}: z.string().optional() })
export const Form = z.object({ title: z.string(), tags: z.array(z.string()), extra${index}: z.number().optional() })
export const Item = z.object({ id: z.number(), title: z.string(), own${index}: z.string() })
`

const times = (count, make) => Array.from({ length: count }, (_, index) => make(index))

/** Controllers with contracts, and a client that uses \`send\`. */
function withContracts(count) {
  const controllers = times(count, (index) => [
    `widget${index}s.ts`,
    `import { action } from 'virtual:routes/server'
import { Form, Id, Item, Page } from './schemas${index}.js'
const item = (id: number) => ({ id, title: 'title', own${index}: 'own' })
export const index = action('widget${index}s#index', { query: Page, responses: { 200: Item } }, ({ query, json }) => json(item(query.page)))
export const show = action('widget${index}s#show', { params: { id: Id }, responses: { 200: Item } }, ({ params, json }) => json(item(params.id)))
export const create = action('widget${index}s#create', { body: Form, responses: { 201: Item } }, ({ body, json }) => json(item(body.title.length), { status: 201 }))
export const update = action('widget${index}s#update', { params: { id: Id }, body: Form, responses: { 200: Item } }, ({ params, body, json }) => json(item(params.id + body.tags.length)))
export const destroy = action('widget${index}s#destroy', { params: { id: Id }, responses: { 200: Item } }, ({ params, json }) => json(item(params.id)))
`,
  ])
  const clients = times(
    count,
    (index) => `
import * as w${index} from 'virtual:routes/actions/widget${index}s'
export async function call${index}(): Promise<string> {
  const body = { title: 'title', tags: [] }
  const a = await send(w${index}.index({ query: { page: 2, by${index}: 'a' } }))
  const b = await send(w${index}.show(7))
  const c = await send(w${index}.create(), { body })
  const d = await send(w${index}.update(7), { body })
  const e = await send(w${index}.destroy(7))
  if (c.status === 422) return String(c.data.issues)
  return [a.status === 200 && a.data.own${index}, b.status === 200 && b.data.own${index}, c.status === 201 && c.data.own${index}, d.status === 200 && d.data.own${index}, e.status === 200 && e.data.own${index}].join()
}`,
  )
  const contracts = new Map(
    times(count, (index) =>
      ['index', 'show', 'create', 'update', 'destroy'].map((name) => [
        `widget${index}s#${name}`,
        { module: `./widget${index}s.js`, name },
      ]),
    ).flat(),
  )
  const main = `import { send } from 'virtual:routes/client'\n${clients.join('')}`
  return { ...Object.fromEntries(controllers), 'main.ts': main, 'virtual-routes.d.ts': declarations(count, contracts) }
}

/** The same actions and the same client, typed by hand: with interfaces, or with what Zod infers from the schemas. */
function byHand(count, infers) {
  const types = infers
    ? (index) => `export type Query${index} = z.input<typeof Page>
export type Body${index} = z.input<typeof Form>
export type Item${index} = z.output<typeof Item>`
    : (index) => `export interface Query${index} { page?: number; by${index}?: string }
export interface Body${index} { title: string; tags: string[]; extra${index}?: number }
export interface Item${index} { id: number; title: string; own${index}: string }`
  const controllers = times(count, (index) => [
    `widget${index}s.ts`,
    `import type { Action } from 'virtual:routes/server'
import type { z } from 'zod'
import { Form, Id, Page, type Item } from './schemas${index}.js'
import { refuse } from './refuse.js'
${types(index)}
const item = (id: number): Item${index} => ({ id, title: 'title', own${index}: 'own' })
export const index: Action<'widget${index}s#index'> = ({ request }) => {
  const query = Page.safeParse(Object.fromEntries(new URL(request.url).searchParams))
  return query.success ? Response.json(item(query.data.page)) : refuse(422, query.error)
}
export const show: Action<'widget${index}s#show'> = ({ params }) => {
  const id = Id.safeParse(params.id)
  return id.success ? Response.json(item(id.data)) : refuse(404, id.error)
}
export const create: Action<'widget${index}s#create'> = async ({ request }) => {
  const body = Form.safeParse(await request.json())
  return body.success ? Response.json(item(body.data.title.length), { status: 201 }) : refuse(422, body.error)
}
export const update: Action<'widget${index}s#update'> = async ({ params, request }) => {
  const id = Id.safeParse(params.id)
  if (!id.success) return refuse(404, id.error)
  const body = Form.safeParse(await request.json())
  return body.success ? Response.json(item(id.data + body.data.tags.length)) : refuse(422, body.error)
}
export const destroy: Action<'widget${index}s#destroy'> = ({ params }) => {
  const id = Id.safeParse(params.id)
  return id.success ? Response.json(item(id.data)) : refuse(404, id.error)
}
`,
  ])
  const refuse = `export const refuse = (status: number, error: { readonly issues: readonly object[] }) => Response.json(error.issues, { status })`
  const send = `import type { Link } from 'virtual:routes'
export interface Problem { title: string; issues?: readonly { message: string }[] }
export type Reply<Status extends number, Data> = { status: Status; data: Data } | { status: 404 | 422; data: Problem } | { status: 0; error: unknown }
export async function send<Status extends number, Data, Body = undefined>({ url, method }: Link, body?: Body): Promise<Reply<Status, Data>> {
  const response = await fetch(url, { method: method.toUpperCase(), body: JSON.stringify(body) })
  return { status: response.status, data: await response.json() } as Reply<Status, Data>
}
`
  const clients = times(
    count,
    (index) => `
import * as w${index} from 'virtual:routes/actions/widget${index}s'
import type { Body${index}, Item${index}, Query${index} } from './widget${index}s.js'
export async function call${index}(): Promise<string> {
  const body: Body${index} = { title: 'title', tags: [] }
  const query: Query${index} = { page: 2, by${index}: 'a' }
  const a = await send<200, Item${index}>(w${index}.index({ query: { ...query } }))
  const b = await send<200, Item${index}>(w${index}.show(7))
  const c = await send<201, Item${index}, Body${index}>(w${index}.create(), body)
  const d = await send<200, Item${index}, Body${index}>(w${index}.update(7), body)
  const e = await send<200, Item${index}>(w${index}.destroy(7))
  if (c.status === 422) return String(c.data.issues)
  return [a.status === 200 && a.data.own${index}, b.status === 200 && b.data.own${index}, c.status === 201 && c.data.own${index}, d.status === 200 && d.data.own${index}, e.status === 200 && e.data.own${index}].join()
}`,
  )
  const main = `import { send } from './send.js'\n${clients.join('')}`
  const files = { 'refuse.ts': refuse, 'send.ts': send, 'main.ts': main, 'virtual-routes.d.ts': declarations(count) }
  return { ...Object.fromEntries(controllers), ...files }
}

/** The same with Hono: a chain of calls for each controller, and one of all controllers. */
function withHono(count) {
  const controllers = times(count, (index) => [
    `widget${index}s.ts`,
    `import { Hono } from 'hono'
import { validator } from 'hono/validator'
import { Form, Page } from './schemas${index}.js'
const item = (id: number) => ({ id, title: 'title', own${index}: 'own' })
export const widget${index}s = new Hono()
  .get('/', validator('query', (value: { page?: string; by${index}?: string }) => Page.parse(value)), (c) => c.json(item(c.req.valid('query').page)))
  .get('/:id', (c) => c.json(item(Number(c.req.param('id')))))
  .post('/', validator('json', (value) => Form.parse(value)), (c) => c.json(item(c.req.valid('json').title.length), 201))
  .patch('/:id', validator('json', (value) => Form.parse(value)), (c) => c.json(item(Number(c.req.param('id')) + c.req.valid('json').tags.length)))
  .delete('/:id', (c) => c.json(item(Number(c.req.param('id')))))
`,
  ])
  const imports = times(count, (index) => `import { widget${index}s } from './widget${index}s.js'`)
  const chain = times(count, (index) => `.route('/widget${index}s', widget${index}s)`)
  const app = `import { Hono } from 'hono'\n${imports.join('\n')}\nexport const app = new Hono()${chain.join('\n  ')}\n`
  const clients = times(
    count,
    (index) => `
export async function call${index}(): Promise<string> {
  const json = { title: 'title', tags: [] }
  const a = await client.widget${index}s.$get({ query: { page: '2', by${index}: 'a' } })
  const b = await client.widget${index}s[':id'].$get({ param: { id: '7' } })
  const c = await client.widget${index}s.$post({ json })
  const d = await client.widget${index}s[':id'].$patch({ param: { id: '7' }, json })
  const e = await client.widget${index}s[':id'].$delete({ param: { id: '7' } })
  return [(await a.json()).own${index}, (await b.json()).own${index}, (await c.json()).own${index}, (await d.json()).own${index}, (await e.json()).own${index}].join()
}`,
  )
  const main = `import { hc } from 'hono/client'\nimport type { app } from './app.js'\nconst client = hc<typeof app>('')\n${clients.join('')}`
  return { ...Object.fromEntries(controllers), 'app.ts': app, 'main.ts': main }
}

function declarations(count, contracts) {
  const { manifest } = compileRoutes((r) => {
    for (let index = 0; index < count; index += 1)
      r.resources(`widget${index}s`, { only: ['index', 'show', 'create', 'update', 'destroy'] })
  })
  const settings = { server: true, ...(contracts && { contracts }) }
  return emitTypes(manifest, settings).code
}

/** Null for a run that takes too long. */
function measure(program, root) {
  const begun = performance.now()
  const args = ['--max-old-space-size=3072', program, '--extendedDiagnostics', '-p', root]
  const { stdout, status, error } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: LIMIT_MS })
  if (error?.code === 'ETIMEDOUT') return null
  if (status !== 0) throw new Error(stdout)
  return { time: performance.now() - begun, instantiations: /^Instantiations:\s+(\d+)/m.exec(stdout)?.[1] ?? '–' }
}

const compilerOptions = {
  module: 'ESNext',
  moduleResolution: 'bundler',
  target: 'ES2022',
  lib: ['ES2022', 'DOM', 'DOM.Iterable'],
  strict: true,
  skipLibCheck: true,
  noEmit: true,
  types: [],
  paths: PATHS,
}

console.log('| actions | compiler | types | time, ms | to by hand | instantiations |\n|---|---|---|---|---|---|')
for (const size of sizes) {
  const count = size / 5
  const applications = {
    'by hand': byHand(count, true),
    'by hand, with interfaces': byHand(count, false),
    contracts: withContracts(count),
    'Hono hc': withHono(count),
  }
  const roots = new Map()
  try {
    for (const [name, files] of Object.entries(applications)) {
      const root = mkdtempSync(path.join(tmpdir(), 'turnout-contracts-'))
      installPlugin(root)
      roots.set(name, root)
      mkdirSync(root, { recursive: true })
      for (const [file, text] of Object.entries(files)) writeFileSync(path.join(root, file), text)
      for (let index = 0; index < count; index += 1)
        writeFileSync(path.join(root, `schemas${index}.ts`), schemas(index))
      writeFileSync(path.join(root, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
    }
    for (const { version, program } of COMPILERS) {
      let hand
      for (const [name, root] of roots) {
        const runs = []
        for (let run = 0; run < RUNS; run += 1) {
          const measured = measure(program, root)
          if (measured === null) break
          runs.push(measured)
        }
        if (runs.length < RUNS) {
          console.log(`| ${size} | ${version} | ${name} | over ${LIMIT_MS.toLocaleString('en')} | – | – |`)
          continue
        }
        const { time, instantiations } = runs.toSorted((a, b) => a.time - b.time)[RUNS >> 1]
        hand ??= time
        const cells = [size, version, name, time.toFixed(0), (time / hand).toFixed(2), instantiations]
        console.log(`| ${cells.join(' | ')} |`)
      }
    }
  } finally {
    for (const root of roots.values()) rmSync(root, { recursive: true, force: true })
  }
}
