import type { Diagnostics } from '../../diagnostics/collector.ts'
import type { Manifest } from '../../manifest/manifest.ts'
import type { Pattern } from '../../patterns/pattern/pattern.ts'

/** Two segments of one name in a path: of their values the last wins. */
export function reportDuplicateParams(manifest: Manifest, diagnostics: Diagnostics): void {
  // A nested resource repeats it in all of its routes.
  const reportedKeys = new Set<string>()
  for (const { segments, pattern, location } of manifest.routes) {
    const repeated: string[] = []
    collect(segments, [], repeated)
    for (const name of repeated.length === 0 ? repeated : new Set(repeated)) {
      const key = location === null ? null : `${location.file}:${location.line}:${location.column} ${name}`
      if (key !== null && reportedKeys.has(key)) continue
      if (key !== null) reportedKeys.add(key)
      diagnostics.report('duplicate-param', { pattern, name }, () => location)
    }
  }
}

function collect(pattern: Pattern, names: string[], repeated: string[]): void {
  for (const segment of pattern) {
    if (segment.kind === 'optional') collect(segment.segments, names, repeated)
    // A mark without a name is reported as an unusual path.
    else if (segment.kind !== 'static' && segment.name !== '')
      (names.includes(segment.name) ? repeated : names).push(segment.name)
  }
}
