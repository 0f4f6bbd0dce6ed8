import type { Manifest } from '@turnout/compiler'
import { writeOutput } from '@turnout/compiler/internal'
import type { ResolvedOptions } from '../options.ts'

/** A file that a build writes, as bundlers take it. */
interface Asset {
  readonly type: 'asset'
  /** In the output folder. */
  readonly fileName: string
  readonly source: string
}

/** The route table as an asset of the build; null where the option `manifest` is false. */
export function manifestAsset(manifest: Manifest, { manifest: fileName }: ResolvedOptions): Asset | null {
  if (fileName === null) return null
  const [{ content: source }] = writeOutput('manifest', manifest)
  return { type: 'asset', fileName, source }
}
