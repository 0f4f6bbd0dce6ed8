// The plugin for ESLint and Oxlint: rules that compare links with the manifest that a build has written.
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { HelperStyle, Manifest } from '@turnout/compiler'
import type { Node } from './evaluate.ts'
import { diagnose } from './diagnose.ts'
import { Finder, type FoundLinks } from './find-in-program.ts'
import { editsOf, fixFor, Helpers, type Edit } from './fix.ts'
import { Judge } from './judge.ts'
import type { Link } from './link.ts'
import { prefixRoute } from './link-path.ts'
import { finderSettings, type LinkOptions } from './settings.ts'

/** The options of the rules. */
export interface RuleOptions extends Pick<LinkOptions, 'ignore' | 'attributes' | 'calls' | 'holes'> {
  /** The file of the manifest, relative to the current folder. */
  readonly manifest: string
  /** As in the options of the plugin. */
  readonly base?: string
  readonly helpers?: HelperStyle
}

/** The part of the interface of ESLint that the rules use. */
interface Context {
  readonly options: readonly unknown[]
  readonly cwd: string
  readonly sourceCode: { readonly text: string; getLocFromIndex(index: number): { line: number; column: number } }
  report(problem: {
    readonly message: string
    readonly loc: { readonly start: object; readonly end: object }
    readonly fix: ((fixer: Fixer) => unknown[]) | null
  }): void
}

interface Fixer {
  replaceTextRange(range: [number, number], text: string): unknown
}

/** What the rules know about a table. It is created again when the file changes. */
interface Table {
  readonly modified: number
  readonly judge: Judge
  readonly helpers: Helpers
}

const tables = new Map<string, Table>()

function tableOf(file: string, options: RuleOptions): Table {
  const modified = statSync(file).mtimeMs
  const key = JSON.stringify([file, options])
  const known = tables.get(key)
  if (known?.modified === modified) return known
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest
  const others = (options.ignore ?? []).flatMap((prefix) => prefixRoute(prefix) ?? [])
  const judge = new Judge({ ...options, manifest, others })
  const table = { modified, judge, helpers: new Helpers(manifest, options) }
  tables.set(key, table)
  return table
}

const STRINGS = { type: 'array', items: { type: 'string' } }

const SCHEMA = {
  type: 'object',
  required: ['manifest'],
  additionalProperties: false,
  properties: {
    manifest: { type: 'string' },
    base: { type: 'string' },
    helpers: { enum: ['camelCase', 'snake_case'] },
    holes: { enum: ['segment', 'text'] },
    ignore: STRINGS,
    attributes: STRINGS,
    calls: { type: 'object' },
  },
}

/** What a rule reports for a link. */
interface Report {
  readonly link: Link
  readonly message: string
  readonly edits: readonly Edit[]
}

/** Makes a rule from a function that returns the reports for a module. */
function makeRule(
  meta: { readonly type: 'problem' | 'suggestion'; readonly docs: object; readonly fixable?: 'code' },
  reportsFor: (found: FoundLinks, table: Table, source: string) => readonly Report[],
) {
  return {
    meta: { ...meta, schema: [SCHEMA] },
    create(context: Context) {
      const { sourceCode } = context
      const options = context.options[0] as RuleOptions
      const table = tableOf(path.resolve(context.cwd, options.manifest), options)
      return {
        Program(program: Node) {
          const finder = new Finder(finderSettings(options))
          finder.collect(program)
          for (const { link, message, edits } of reportsFor(finder.found(), table, sourceCode.text)) {
            const [start, end] = link.range.map((index) => sourceCode.getLocFromIndex(index)) as [object, object]
            const fix = (fixer: Fixer) => edits.map(({ range, text }) => fixer.replaceTextRange([...range], text))
            context.report({ message, loc: { start, end }, fix: edits.length === 0 ? null : fix })
          }
        },
      }
    },
  }
}

const noDeadLinks = makeRule(
  { type: 'problem', docs: { description: 'Reports addresses that match no route' } },
  ({ links }, { judge }, source) =>
    links.flatMap((link) => {
      const place = { source, location: { file: '', line: 1, column: 1 }, severity: 'error', severities: {} } as const
      const diagnostic = diagnose(link, judge.verdict(link), place)
      return diagnostic === null ? [] : [{ link, message: diagnostic.message, edits: [] }]
    }),
)

const preferHelpers = makeRule(
  { type: 'suggestion', docs: { description: 'Writes calls of helpers instead of paths' }, fixable: 'code' },
  (found, { judge, helpers }, source) => {
    const fixable = found.links.flatMap((link) => {
      const call = helpers.callFor(link, judge.verdict(link), source)
      const fix = call && fixFor(link, call, found)
      return fix === null ? [] : [{ link, fix, message: `Write \`${call!.text}\` instead of the path.` }]
    })
    // Fixes that add to the same import overlap, and ESLint applies only one of them at a time. So each of them writes all.
    const importing = fixable.flatMap(({ fix }) => (fix.newImport === null ? [] : [fix]))
    const allEdits = editsOf(importing, found, source)
    return fixable.map(({ link, fix, message }) => {
      return { link, message, edits: fix.newImport === null ? fix.edits : allEdits }
    })
  },
)

const plugin = {
  meta: { name: '@turnout/links' },
  rules: { 'no-dead-links': noDeadLinks, 'prefer-helpers': preferHelpers },
}

export default plugin
