/**
 * Exports a route table for other tools: OpenAPI, rou3, URLPattern, and pictures of its tree. Each export lists the
 * properties of routes that its format cannot express.
 */
import type { Manifest } from '@turnout/manifest'
import { emitDot } from './emit-dot.ts'
import { rou3Table } from './emit-rou3.ts'
import { emitSvg } from './emit-svg.ts'
import { urlPatternTable } from './emit-urlpattern.ts'
import type { Contracts } from './emit-openapi.ts'
import { openApi } from './merge-openapi.ts'
import type { Omission } from './omissions.ts'

export type { Contracts } from './emit-openapi.ts'
export type { Omission as Unsaid } from './omissions.ts'

/** The formats, by name. */
export type ExportName = 'openapi' | 'rou3' | 'urlpattern' | 'dot' | 'svg'

/** A file for another tool. */
export interface ExportFile {
  readonly content: string
  /** Properties of routes that the format cannot express, in the order of the routes. */
  readonly unsaid: readonly Omission[]
  /** OpenAPI only: operations whose route is gone, kept because somebody has edited them. */
  readonly orphans: readonly string[]
}

/** Settings of an export. */
export interface ExportSettings {
  /** The OpenAPI document that receives the operations, as parsed JSON. Default: a new document. */
  readonly openapi?: unknown
  /** The contracts of the actions, for OpenAPI. Default: none. */
  readonly contracts?: Contracts | null
}

/**
 * Writes a route table in a format. The same manifest and settings give the same bytes.
 *
 * @throws NoOpenApi if `settings.openapi` is not a document of OpenAPI 3.1
 */
export function writeExport(name: ExportName, manifest: Manifest, settings: ExportSettings = {}): ExportFile {
  return { unsaid: [], orphans: [], ...FORMATS[name].write(manifest, settings) }
}

/**
 * True if Turnout wrote the export. A file with other contents belongs to somebody else.
 *
 * Only the parts that all exports share are compared. An OpenAPI document has many authors: see `openApi`.
 */
export function isOwnExport(name: ExportName, text: string): boolean {
  return FORMATS[name].form.test(text.replaceAll('\r\n', '\n'))
}

/** A way to write a route table. */
interface Format {
  write(manifest: Manifest, settings: ExportSettings): Pick<ExportFile, 'content'> & Partial<ExportFile>
  /** Matches every result of `write`, with line feeds as line ends. */
  readonly form: RegExp
}

const TABLE_FORM = /^\{\n {2}"routes": \[[^]*\n {2}"unsaid": \[(?:\]|[^]*\n {2}\])\n\}\n$/

const FORMATS: Readonly<Record<ExportName, Format>> = {
  openapi: {
    write(manifest, settings) {
      const { document, unsaid, orphans } = openApi(manifest, settings.openapi, settings.contracts)
      return { content: printJson(document), unsaid, orphans }
    },
    form: /"x-turnout": \{/,
  },
  rou3: {
    write(manifest) {
      const table = rou3Table(manifest)
      return { content: printJson(table), unsaid: table.unsaid }
    },
    form: TABLE_FORM,
  },
  urlpattern: {
    write(manifest) {
      const table = urlPatternTable(manifest)
      return { content: printJson(table), unsaid: table.unsaid }
    },
    form: TABLE_FORM,
  },
  dot: {
    write: (manifest) => ({ content: emitDot(manifest) }),
    form: /^digraph routes \{\n {2}rankdir=LR\n {2}node \[shape=box, style="rounded,filled"/,
  },
  svg: {
    write: (manifest) => ({ content: emitSvg(manifest) }),
    form: /^<svg [^>]* font-size="11">\n<title>\d+ routes?<\/title>\n/,
  },
}

/** JSON as a file: two spaces, one line feed at the end. */
function printJson(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
