import type { Manifest } from '@turnout/compiler'
import { writeOutput } from '@turnout/compiler/internal'

/** The route table as an asset of the build. */
export function manifestAsset(manifest: Manifest): { type: 'asset'; fileName: string; source: string } {
  const [{ name, content }] = writeOutput('manifest', manifest)
  return { type: 'asset', fileName: name, source: content }
}
