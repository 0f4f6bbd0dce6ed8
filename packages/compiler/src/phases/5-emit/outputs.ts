// The list of all outputs. It is the only entry point to the emitters.
import { clientManifest } from '../../client-routes.ts'
import type { Manifest } from '../../manifest/manifest.ts'
import { emitModule, type ModuleOptions } from './emit-module.ts'
import { emitNavigation } from './emit-navigation.ts'
import { emitPages, type PagesOptions } from './emit-pages.ts'
import { emitServer, type ServerOptions } from './emit-server.ts'
import { emitTypes, type TypesOptions } from './emit-types.ts'
import type { SourceMap } from './source-map.ts'

// Outputs that the plugin writes when a module imports them.
export { constantHelpers } from './constant-helpers.ts'
export { emitActions } from './emit-actions.ts'
export { defaultExport, emitManifest } from './emit-manifest.ts'

/** The path of the manifest in the output folder of a build. */
export const MANIFEST_FILE = '.vite/routes-manifest.json'

/** A file of an output. */
export interface OutputFile {
  /** The usual name: a path, or the id of a virtual module. The writer of the file may use another name. */
  readonly name: string
  readonly content: string
  /** Maps to the route files, with names relative to the project root; null if no line of the file has a place. */
  readonly map: SourceMap | null
  /** For a module: the names of its exports, except the default export. */
  readonly names?: readonly string[]
}

/** The settings of outputs in addition to the manifest. Each output uses its own settings. */
export interface OutputSettings extends ModuleOptions, Omit<TypesOptions, 'server' | 'pages'> {
  /** For an application that serves its routes. Declarations have a second module; the output `server` needs it. */
  readonly server?: ServerOptions
  /** For an application with pages in its client; the outputs `pages` and `navigation` need it. */
  readonly pages?: PagesOptions
  /** `controller#action` of each route with a page, for the output `navigation`. */
  readonly actionsWithPage?: ReadonlySet<string>
}

/** A kind of file that is generated from a manifest. */
interface Output<Name extends string> {
  readonly name: Name
  /** The same manifest and settings give the same bytes. */
  write(manifest: Manifest, settings: OutputSettings): readonly [OutputFile, ...OutputFile[]]
}

function defineOutput<const Name extends string>(output: Output<Name>): Output<Name> {
  return output
}

/** All outputs of the compiler. Plugin, command and `compileRoutes` use this list. */
export const OUTPUTS = [
  defineOutput({
    name: 'manifest',
    // In the folder of Vite's own manifest. Compact, because programs read it.
    write: (manifest) => [{ name: MANIFEST_FILE, content: `${JSON.stringify(manifest)}\n`, map: null }],
  }),
  defineOutput({
    name: 'module',
    write(manifest, settings) {
      const { code, map, names } = emitModule(manifest, settings)
      return [{ name: 'virtual:routes', content: code, map, names }]
    },
  }),
  defineOutput({
    name: 'declarations',
    write(manifest, settings) {
      const { server, pages, ...rest } = settings
      const typeSettings = { server: server !== undefined, ...(pages && { pages: pages.pages }) }
      const { code, map } = emitTypes(manifest, { ...rest, ...typeSettings })
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
    name: 'navigation',
    write: (manifest, { pages = { pages: new Map() }, actionsWithPage = new Set() }) => [
      {
        name: 'virtual:routes/navigation',
        content: emitNavigation(manifest, { ...pages, actionsWithPage }),
        map: null,
      },
    ],
  }),
]

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
