import fc from 'fast-check'
import * as runtime from '@turnout/runtime'
import { parseSync } from 'vite'
import { clientManifest, type ClientRoutes } from '../../src/client-routes.ts'
import { compileProject } from '../../src/compile.ts'
import { redirect } from '../../src/dsl.ts'
import type { Manifest } from '../../src/index.ts'
import { ACTIONS, actionLinks } from '../../src/names/action-links.ts'
import { type HelperStyle, MODULE_EXPORTS } from '../../src/names/helper-name.ts'
import { emitActions } from '../../src/phases/5-emit/emit-actions.ts'
import { emitManifest } from '../../src/phases/5-emit/emit-manifest.ts'
import { emitModule } from '../../src/phases/5-emit/emit-module.ts'
import { emitNavigation } from '../../src/phases/5-emit/emit-navigation.ts'
import { emitPages } from '../../src/phases/5-emit/emit-pages.ts'
import { emitServer } from '../../src/phases/5-emit/emit-server.ts'
import { emitTypes } from '../../src/phases/5-emit/emit-types.ts'
import { openApi } from '../../../exports/src/index.ts'
import { loosely, type Builder } from '../loosely.ts'

/**
 * Random tables whose names are those that the emitted texts use themselves, reserved words, properties of every
 * object, and text that means something in JavaScript, TypeScript, JSON or XML; and what parses all that is emitted.
 */

/** A table, and the settings that its outputs are written with. */
export interface HostileTable {
  readonly calls: readonly Call[]
  /** Module and export of each callable, by the number that stands for it in `calls`. */
  readonly callables: readonly (readonly [module: string, exported: string])[]
  readonly helpers: HelperStyle
  readonly base: string
  readonly clientRoutes: ClientRoutes | undefined
  readonly urlDefaults: readonly string[]
  readonly live: boolean
  /** The route file, as declarations have it for their place. */
  readonly file: string
}

type Call = (r: Builder, callable: (index: number) => (id: string) => string) => void

const HELPER = /(?:Path|Url|_path|_url)$/

/** Identifiers that the emitted texts have, or might have, of themselves. */
const IDENTIFIERS = [
  ...`arguments await break case catch class const continue debugger default delete do else enum eval export extends
  false finally for function if implements import in instanceof interface let new null package private protected public
  return static super switch this throw true try typeof var void while with yield`.split(/\s+/),
  ...MODULE_EXPORTS,
  ...Object.keys(runtime),
  // Names whose helpers are named as functions of the runtime are.
  ...Object.keys(runtime).flatMap((name) => (HELPER.test(name) ? [name.replace(HELPER, '')] : [])),
  ...Object.getOwnPropertyNames(Object.prototype),
  ...'callable0 callable1 action0 action1 table namedRoutes live callWithTarget liveState options urlOptions params shape a b'.split(
    ' ',
  ),
  ...'value args name then undefined NaN JSON TypeError Object Param PathOptions UrlOptions Link Links Params Path'.split(
    ' ',
  ),
  ...'Routes Actions Register load subscribe dispatch controllers pages server state direct direct_ photo path url _'.split(
    ' ',
  ),
  ...'_0 _1 __x x_ Path Url _path _url options_ new_ import_meta __dirname exports module require globalThis'.split(
    ' ',
  ),
]

const TEXTS = [
  '*/',
  '//# sourceMappingURL=x',
  '<!--',
  '-->',
  '</script>',
  '${x}',
  '`',
  "'",
  '"',
  '\\',
  '\\u{',
  ']]>',
  '&amp;',
  '\u2028',
  '\u0000',
  '\n',
  '\ufeff',
  'é',
  '𝒳',
  'import.meta.env.MODE',
  'process.env.NODE_ENV',
  '@',
  '%25',
  '{id}',
  '[id]',
  '$&',
  '',
  ' ',
  'a b',
  '1',
  '-',
  '__proto__',
]

const identifier = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...IDENTIFIERS) },
  { weight: 1, arbitrary: fc.constantFrom(...IDENTIFIERS).map((name) => `${name}_`) },
  { weight: 1, arbitrary: fc.constantFrom(...IDENTIFIERS).map((name) => `_${name}`) },
)
const text = fc.oneof(
  { weight: 2, arbitrary: identifier },
  { weight: 2, arbitrary: fc.constantFrom(...TEXTS) },
  {
    weight: 1,
    arbitrary: fc.array(fc.constantFrom(...TEXTS, ...IDENTIFIERS), { maxLength: 3 }).map((parts) => parts.join('')),
  },
)
const module = fc.oneof(
  fc.constantFrom('src/app.ts', 'a-package', '@scope/package', './x.js', 'virtual:routes', 'node:path', 'by-name:'),
  text.map((name) => `src/${name.replaceAll('\0', '')}.ts`),
)
const requirement = fc.constantFrom(
  /\d+/,
  /[a-z]+/i,
  /a\/b|c/,
  /<!--x/,
  /[/]?x/,
  /-->|\*\//,
  /(?!new$)\w+/,
  /\u2028|é|'|"|`/,
  /(?:import\.meta|process\.env)\.x/,
)
const MOST_CALLABLES = 4
const callable = fc.nat(MOST_CALLABLES - 1)
const json = fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null), fc.dictionary(text, text, { maxKeys: 2 }))

/** `/x/:new/(:options)`: most are accepted. */
const path = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: identifier.map((name) => `/:${name}`) },
      { weight: 1, arbitrary: identifier.map((name) => `(/:${name})`) },
      { weight: 1, arbitrary: identifier.map((name) => `/*${name}`) },
      { weight: 1, arbitrary: identifier.map((name) => `/${name}`) },
      { weight: 1, arbitrary: text.map((word) => `/x${word.replace(/[?#()]/g, '')}`) },
    ),
    { maxLength: 4 },
  )
  .map((parts) => parts.join('') || '/x')
const verb = fc.constantFrom('get', 'post', 'put', 'patch', 'delete')
/** What a route of any kind may have. */
const options = fc.record(
  {
    as: identifier,
    defaults: fc.dictionary(fc.oneof(identifier, text), json, { maxKeys: 2 }),
    id: requirement,
    format: fc.constantFrom(false, true, 'json'),
  },
  { requiredKeys: ['as'] },
)

const call: fc.Arbitrary<Call> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .tuple(verb, path, identifier, identifier, options)
      .map(([method, pattern, controller, action, otherOptions]): Call => {
        return (r) => r[method]!(pattern, { controller: controller.toLowerCase(), action, ...otherOptions })
      }),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(path, text, options).map(([pattern, action, otherOptions]): Call => {
      return (r) => r['get']!(pattern, { controller: 'pages', action, ...otherOptions })
    }),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(identifier, text).map(([name, param]): Call => {
      return (r) => r['resources']!(name.toLowerCase(), { param: /^[a-z]\w*$/i.test(param) ? param : 'id' })
    }),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(path, callable, callable, options)
      .map(([pattern, endpoint, constraint, otherOptions]): Call => {
        return (r, callableOf) =>
          r['get']!(pattern, { to: callableOf(endpoint), constraints: callableOf(constraint), ...otherOptions })
      }),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(path, fc.oneof(text, callable), options).map(([pattern, target, otherOptions]): Call => {
      return (r, callableOf) =>
        r['get']!(pattern, {
          to: redirect(typeof target === 'number' ? callableOf(target) : `/${target}`),
          ...otherOptions,
        })
    }),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(identifier, fc.oneof(text, callable, fc.tuple(identifier, fc.dictionary(text, json))))
      .map(([name, target]): Call => {
        return (r, callableOf) => r['direct']!(name, typeof target === 'number' ? callableOf(target) : target)
      }),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(text, fc.oneof(callable, identifier)).map(([model, target]): Call => {
      return (r, callableOf) => r['resolve']!(model, typeof target === 'number' ? callableOf(target) : [target])
    }),
  },
)

/** Those of one name would be errors, and tables with errors have no output. */
export const hostileTable: fc.Arbitrary<HostileTable> = fc.record({
  calls: fc.array(call, { minLength: 1, maxLength: 6 }),
  callables: fc.array(fc.tuple(module, fc.oneof(identifier, text)), {
    minLength: MOST_CALLABLES,
    maxLength: MOST_CALLABLES,
  }),
  helpers: fc.constantFrom('camelCase', 'camelCase', 'snake_case'),
  base: fc.constantFrom('/', '/', '/app', "/it's"),
  clientRoutes: fc.constantFrom(undefined, undefined, { except: 'pages' }, { except: '*' }),
  urlDefaults: fc.constantFrom([], [], ['options'], ['host']),
  live: fc.boolean(),
  file: fc.constantFrom('config/routes.ts', "config/it's\n*/routes.ts", 'config/<!--.ts'),
})

/** What came of a table: no manifest where the compiler refused it, and what is wrong with its outputs. */
export interface CheckedTable {
  readonly manifest: Manifest | null
  /** Without the types of callables, which lie in modules that there are not. */
  readonly declarations: string
  readonly problems: readonly string[]
}

/** Compiles a table, writes every output of it, and parses them. Each call that the compiler refuses is left out. */
export async function checkTable(table: HostileTable): Promise<CheckedTable> {
  const callables = table.callables.map(() => (id: string) => `/made/${id}`)
  const compileCalls = (calls: readonly Call[]) => {
    const block = loosely((r) => {
      for (const declare of calls) declare(r, (index) => callables[index]!)
    })
    const { helpers, base, urlDefaults } = table
    return compileProject(
      { file: table.file, block },
      {
        draw: () => Promise.resolve({ searched: [] }),
        locate: ({ line, column }) => ({ file: table.file, line, column }),
        identify(value) {
          const [module, exported] = table.callables[callables.indexOf(value as never)]!
          return { module, export: exported }
        },
      },
      { helpers, base, urlDefaults },
    )
  }
  let calls: readonly Call[] = table.calls
  let { manifest } = await compileCalls(calls)
  if (manifest === null) {
    const accepted: Call[] = []
    for (const declare of calls)
      if ((await compileCalls([...accepted, declare])).manifest !== null) accepted.push(declare)
    calls = accepted
    if (calls.length > 0) ({ manifest } = await compileCalls(calls))
  }
  if (manifest === null) return { manifest, declarations: '', problems: [] }
  const { helpers, urlDefaults } = table
  return {
    manifest,
    declarations: emitTypes(manifest, { helpers, urlDefaults }).code,
    problems: problemsOf(manifest, table),
  }
}

function problemsOf(manifest: Manifest, { helpers, base, clientRoutes, urlDefaults, live }: HostileTable): string[] {
  const sources = new Map(
    manifest.routes.flatMap(({ controller }) => (controller === null ? [] : [[controller, `/src/${controller}.ts`]])),
  )
  const dev = live ? { sharedState: 'globalThis.shared' } : null
  const names = { helpers, base, ...(clientRoutes && { clientRoutes }) }
  const typeSettings = { helpers, urlDefaults, importType: (module: string) => `../${module}` }
  const actionsWithPage = new Set(manifest.routes.map(({ controller, action }) => `${controller}#${action}`))
  const texts: [name: string, code: string][] = [
    ['virtual:routes', emitModule(manifest, { ...names, live }).code],
    ['virtual-routes.d.ts', emitTypes(manifest, { ...typeSettings, server: true, pages: sources }).code],
    ['virtual:routes/server', emitServer(manifest, { controllers: sources, dev })],
    ['virtual:routes/pages', emitPages(clientManifest(manifest, clientRoutes), { pages: sources, dev })],
    ['virtual:routes/navigation', emitNavigation(manifest, { pages: sources, actionsWithPage, dev })],
  ]
  texts.push(['openapi.json', JSON.stringify(openApi(manifest).document)])
  texts.push(['virtual:routes/manifest', emitManifest(clientManifest(manifest, clientRoutes))])
  for (const controller of actionLinks(manifest, helpers).keys()) {
    const actions = emitActions(manifest, controller, { ...names, live })
    if (actions !== null) texts.push([ACTIONS + controller, actions.code])
  }
  return texts.flatMap(([name, code]) => problemsOfText(name, code).map((problem) => `${name}: ${problem}\n${code}`))
}

/** What is wrong with an emitted text: JSON, declarations or a module, by its name. */
function problemsOfText(name: string, code: string): string[] {
  if (name.endsWith('.json')) {
    try {
      JSON.parse(code)
      return []
    } catch (error) {
      return [String(error)]
    }
  }
  const isDeclarations = name.endsWith('.d.ts')
  const parsed = parseSync(isDeclarations ? 'a.d.ts' : 'a.js', code, { showSemanticErrors: true } as never)
  const problems = parsed.errors.map(({ message }) => message)
  // The parser does not look for declarations that meet in a file of declarations.
  return isDeclarations ? [...problems, ...declaredTwice(parsed.program.body as never)] : problems
}

/** As much of a syntax tree as `declaredTwice` looks at. */
interface Statement {
  readonly type: string
  readonly declaration?: Statement
  readonly body?: {
    readonly body: readonly (Statement & { readonly key?: { readonly name?: string; readonly value?: string } })[]
  }
  readonly params?: readonly { readonly name?: string }[]
}

/** Parameters of a function, and properties of an interface, that are there twice. */
function declaredTwice(statements: readonly Statement[]): string[] {
  return statements.flatMap((statement) => {
    const { type, body, params = [] } = statement.declaration ?? statement
    if (type === 'TSModuleDeclaration') return declaredTwice(body!.body)
    const names =
      type === 'TSInterfaceDeclaration'
        ? body!.body.flatMap(({ key }) => key?.name ?? key?.value ?? [])
        : params.map(({ name }) => name)
    const twice = names.filter((name, index) => names.indexOf(name) !== index)
    return twice.map((name) => `\`${name}\` is declared twice`)
  })
}
