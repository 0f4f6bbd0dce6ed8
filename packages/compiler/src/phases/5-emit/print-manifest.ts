import type { Manifest } from '@turnout/manifest'

/** The manifest for people: two spaces, one line feed at the end; the same input gives the same bytes. */
export function printManifest(manifest: Manifest): string {
  return `${JSON.stringify(manifest, null, 2)}\n`
}
