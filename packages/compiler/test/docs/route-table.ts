import { action, defineRoutes, redirect, trusted } from '../../src/dsl.ts'
import { compileRoutes, isRegExpSource, type Condition, type ManifestRoute, type Requirement } from '../../src/index.ts'

/** What `draw('api')` draws in an example. */
const DRAWS = {
  api: (r: { resources(name: string, options: object): void }) => r.resources('photos', { only: 'index' }),
}

/**
 * The routes that the example of a doc comment makes, as lines of a table. It is the body of a block, or a whole route
 * file; what it imports is stood in for.
 *
 * @throws where the compiler has an error or a warning for it
 */
export function routeTable(example: string): readonly string[] {
  const imported: string[] = []
  const body = example
    .replace(/^import \{ (\w+) \} from .*\n+/gm, (_all, name: string) => {
      imported.push(name)
      return ''
    })
    .replace(/^export default (?=\w+\()/, 'return ')
  const values = { action, defineRoutes, redirect, trusted, ...Object.fromEntries(imported.map(standIn)) }
  const isFile = body.startsWith('return ')
  // eslint-disable-next-line no-implied-eval -- the examples are our own texts
  const evaluate = new Function(...Object.keys(values), isFile ? body : `return (r) => {\n${body}\n}`)
  const block = evaluate(...Object.values(values)) as never
  const { manifest, diagnostics } = compileRoutes(block, { draws: DRAWS, callables: 'by-name' })
  const problem = diagnostics.find(({ severity }) => severity !== 'hint')
  if (manifest === null || problem) throw new Error(`${problem?.code}: ${problem?.message}\n${example}`)
  return columns(manifest.routes.map(cells))
}

function standIn(name: string): [string, unknown] {
  return [name, { [name]: (_given: unknown) => true }[name]]
}

function cells(route: ManifestRoute): string[] {
  const { name, verbs, pattern, controller, action: method, endpoint } = route
  const target =
    endpoint === null
      ? `${controller}#${method}`
      : endpoint.kind === 'callable'
        ? endpoint.export
        : `redirect(${endpoint.status}, ${'target' in endpoint ? JSON.stringify(endpoint.target) : endpoint.callable.export}${endpoint.query ? ', the query kept' : ''})`
  const { requirements, conditions, constraints, defaults } = route
  const more = [
    ...Object.entries({ ...requirements, ...conditions })
      // The compiler's own, of every glob that a format may follow.
      .filter(([, value]) => !(isRegExpSource(value) && value.source === '.+?'))
      .map(([key, value]) => `${key}: ${shown(value)}`),
    ...constraints.map(({ export: each }) => each),
    ...Object.entries(defaults).map(([key, value]) => `${key} = ${JSON.stringify(value)}`),
  ]
  return [name ?? '', verbs.join('|') || 'any', pattern, target, more.length === 0 ? '' : `(${more.join(', ')})`]
}

function shown(value: Requirement | Condition): string {
  return isRegExpSource(value) ? `/${value.source}/${value.flags}` : JSON.stringify(value)
}

function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]?.map((_cell, at) => Math.max(...rows.map((row) => row[at]!.length))) ?? []
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at]!))
      .filter((_cell, at) => widths[at]! > 0)
      .join('  ')
      .trimEnd(),
  )
}
