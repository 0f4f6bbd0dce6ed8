/**
 * Writes a route table as an OpenAPI document, and lists the properties of routes that OpenAPI cannot express.
 */
import type { Manifest } from '@turnout/compiler/internal/manifest/manifest'
import type { Contracts } from './emit-openapi.ts'
import { openApi } from './merge-openapi.ts'
import type { Omission } from './omissions.ts'

export type { Contracts } from './emit-openapi.ts'
export type { Omission } from './omissions.ts'

/** The formats, by name. */
export type ExportName = 'openapi'

/** A file for another tool. */
export interface ExportFile {
  readonly content: string
  /** Properties of routes that the format cannot express, in the order of the routes. */
  readonly omissions: readonly Omission[]
  /** Operations whose route is gone, kept because somebody has edited them: `GET /photos/{id}`. */
  readonly orphans: readonly string[]
}

/** Settings of an export. */
export interface ExportSettings {
  /** The OpenAPI document that receives the operations, as parsed JSON. Default: a new document. */
  readonly openapi?: unknown
  /** The contracts of the actions. Default: none. */
  readonly contracts?: Contracts | null
}

/**
 * Writes a route table as an OpenAPI document. The same manifest and settings give the same bytes.
 *
 * @throws NoOpenApi if `settings.openapi` is not a document of OpenAPI 3.1
 */
export function writeExport(manifest: Manifest, settings: ExportSettings = {}): ExportFile {
  const { document, omissions, orphans } = openApi(manifest, settings.openapi, settings.contracts)
  return { content: `${JSON.stringify(document, null, 2)}\n`, omissions, orphans }
}
