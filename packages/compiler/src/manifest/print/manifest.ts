import type { Manifest } from '../manifest.ts'

/** Returns a manifest as JSON for people: two spaces, one line feed at the end. The same input has the same bytes. */
export function printManifest(manifest: Manifest): string {
  return `${JSON.stringify(manifest, null, 2)}\n`
}
