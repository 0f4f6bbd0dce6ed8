import type { Manifest } from '../../manifest.ts'
import { emitModule, type ModuleOptions } from './emit-module.ts'
import { emitTypes } from './emit-types.ts'
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
}

/** What outputs depend on beside the manifest. Each takes what it knows of. */
export type OutputSettings = ModuleOptions

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
      const { code, map } = emitTypes(manifest, settings)
      return [{ name: 'virtual-routes.d.ts', content: code, map }]
    },
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
