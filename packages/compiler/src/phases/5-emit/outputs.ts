import { clientManifest } from '../../client-routes.ts'
import type { Manifest } from '../../manifest.ts'
import { emitModule, type ModuleOptions } from './emit-module.ts'
import { emitPages, type PagesOptions } from './emit-pages.ts'
import { emitServer, type ServerOptions } from './emit-server.ts'
import { emitTypes, type TypesOptions } from './emit-types.ts'
import { emitDot } from './exports/emit-dot.ts'
import { emitSvg } from './exports/emit-svg.ts'
import { rou3Table } from './exports/emit-rou3.ts'
import { urlPatternTable } from './exports/emit-urlpattern.ts'
import { openApi } from './exports/merge-openapi.ts'
import type { Unsaid } from './exports/unsaid.ts'
import type { SourceMap } from './source-map.ts'

/** Where a build writes the manifest, in its output folder. */
export const MANIFEST_FILE = '.vite/routes-manifest.json'

/** A file that an output comes to. */
export interface OutputFile {
  /** Its usual name: a path, or the id of a virtual module. Who writes the file may know a better one. */
  readonly name: string
  readonly content: string
  /** Leads to the route files, which it names relative to the project root; null where nothing in the file has a place. */
  readonly map: SourceMap | null
  /** What the file does not say of the routes; left out where it says all. */
  readonly unsaid?: readonly Unsaid[]
  /** Of OpenAPI: operations of routes that are gone, kept because somebody has written into them. */
  readonly orphans?: readonly string[]
}

/** What outputs depend on beside the manifest. Each takes what it knows of. */
export interface OutputSettings extends ModuleOptions, Omit<TypesOptions, 'server' | 'pages'> {
  /** The OpenAPI document, as JSON holds it, that the operations are put into. Left out: a new one. */
  readonly openapi?: unknown
  /** For an application that serves its routes. Declarations have a second module; the output `server` needs it. */
  readonly server?: ServerOptions
  /** For an application with pages in its client; the output `pages` needs it. */
  readonly pages?: PagesOptions
}

/** Something that is made of a manifest. */
interface Output<Name extends string> {
  readonly name: Name
  /** The same manifest and settings give the same bytes. */
  write(manifest: Manifest, settings: OutputSettings): readonly [OutputFile, ...OutputFile[]]
}

function defineOutput<const Name extends string>(output: Output<Name>): Output<Name> {
  return output
}

/** All that a manifest is made into. Plugin, command and `compileRoutes` get it from here. */
export const OUTPUTS = [
  defineOutput({
    name: 'manifest',
    // Beside Vite's own manifest; compact, as programs read it.
    write: (manifest) => [{ name: MANIFEST_FILE, content: `${JSON.stringify(manifest)}\n`, map: null }],
  }),
  defineOutput({
    name: 'module',
    write(manifest, settings) {
      const { code, map } = emitModule(manifest, settings)
      return [{ name: 'virtual:routes', content: code, map }]
    },
  }),
  defineOutput({
    name: 'declarations',
    write(manifest, settings) {
      const { server, pages, ...rest } = settings
      const own = { server: server !== undefined, ...(pages && { pages: pages.pages }) }
      const { code, map } = emitTypes(manifest, { ...rest, ...own })
      return [{ name: 'virtual-routes.d.ts', content: code, map }]
    },
  }),
  defineOutput({
    name: 'server',
    write: (manifest, { server = { controllers: new Map() } }) => [
      { name: 'virtual:routes/server', content: emitServer(manifest, server), map: null },
    ],
  }),
  defineOutput({
    name: 'pages',
    write: (manifest, { clientRoutes, pages = { pages: new Map() } }) => [
      { name: 'virtual:routes/pages', content: emitPages(clientManifest(manifest, clientRoutes), pages), map: null },
    ],
  }),
  defineOutput({
    name: 'openapi',
    /** @throws NoOpenApi if `settings.openapi` is not a document of OpenAPI 3.1 */
    write(manifest, settings) {
      const { document, unsaid, orphans } = openApi(manifest, settings.openapi)
      return [{ name: 'openapi.json', content: printJson(document), map: null, unsaid, orphans }]
    },
  }),
  defineOutput({
    name: 'rou3',
    write(manifest) {
      const table = rou3Table(manifest)
      return [{ name: 'routes.rou3.json', content: printJson(table), map: null, unsaid: table.unsaid }]
    },
  }),
  defineOutput({
    name: 'urlpattern',
    write(manifest) {
      const table = urlPatternTable(manifest)
      return [{ name: 'routes.urlpattern.json', content: printJson(table), map: null, unsaid: table.unsaid }]
    },
  }),
  defineOutput({
    name: 'dot',
    write: (manifest) => [{ name: 'routes.dot', content: emitDot(manifest), map: null }],
  }),
  defineOutput({
    name: 'svg',
    write: (manifest) => [{ name: 'routes.svg', content: emitSvg(manifest), map: null }],
  }),
]

/** The outputs that people ask for, by the command or the option `exports`. */
export const EXPORTS = ['openapi', 'rou3', 'urlpattern', 'dot', 'svg'] as const satisfies readonly OutputName[]

/**
 * True for the text of an export as Turnout writes it. A file of another text is somebody else's.
 *
 * Only the parts that are the same in every export are compared. A document of OpenAPI has many authors: see `openApi`.
 */
export function isOwnExport(name: (typeof EXPORTS)[number], text: string): boolean {
  return EXPORT_FORMS[name].test(text.replaceAll('\r\n', '\n'))
}

const TABLE_FORM = /^\{\n {2}"routes": \[[^]*\n {2}"unsaid": \[(?:\]|[^]*\n {2}\])\n\}\n$/

const EXPORT_FORMS: Readonly<Record<(typeof EXPORTS)[number], RegExp>> = {
  openapi: /"x-turnout": \{/,
  rou3: TABLE_FORM,
  urlpattern: TABLE_FORM,
  dot: /^digraph routes \{\n {2}rankdir=LR\n {2}node \[shape=box, style="rounded,filled"/,
  svg: /^<svg [^>]* font-size="11">\n<title>\d+ routes?<\/title>\n/,
}

/** JSON as a file: two spaces, one line feed at the end. */
function printJson(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

/** The name of an output. */
export type OutputName = (typeof OUTPUTS)[number]['name']

/** The files of one output. */
export function writeOutput(
  name: OutputName,
  manifest: Manifest,
  settings: OutputSettings = {},
): readonly [OutputFile, ...OutputFile[]] {
  return OUTPUTS.find((output) => output.name === name)!.write(manifest, settings)
}
