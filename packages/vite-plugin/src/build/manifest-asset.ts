import { printManifest, type Manifest } from '@turnout/compiler'

/** The route table as an asset of the build. */
export function manifestAsset(manifest: Manifest): { type: 'asset'; fileName: string; source: string } {
  return { type: 'asset', fileName: 'routes-manifest.json', source: printManifest(manifest) }
}
