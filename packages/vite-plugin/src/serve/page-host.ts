import type { ResolvedConfig } from 'vite'
import { shownSources } from '../files/shown-source.ts'
import { INSPECTOR } from '../ids.ts'
import type { PageHost } from '../packages.ts'

/** Returns the part of a resolved configuration that the pages of the dev server need. */
export function pageHost(config: ResolvedConfig): PageHost {
  const { root, base, html } = config
  return {
    root,
    base,
    inspector: `${base}${INSPECTOR}/`,
    scriptNonce: html?.cspNonce ?? null,
    sources: shownSources(config),
  }
}
