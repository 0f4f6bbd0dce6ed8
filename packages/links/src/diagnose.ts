// The diagnostics of links.
import type { Diagnostic, Severities, Severity } from '@turnout/compiler'
import { makeDiagnostic } from '@turnout/compiler/internal/diagnostics/make-diagnostic'
import { describeRoute } from '@turnout/compiler/internal/manifest/print/describe'
import type { Verdict } from './judge.ts'
import type { Link } from './link.ts'

interface Found {
  readonly source: string
  readonly location: NonNullable<Diagnostic['location']>
  readonly severity: Severity
  readonly severities: Severities
}

/** Returns the diagnostic for a verdict; null if there is nothing to report, or if the user has disabled the code. */
export function diagnose(
  link: Link,
  verdict: Verdict,
  { source, location, severity, severities }: Found,
): Diagnostic | null {
  const address = addressOf(link, source)
  switch (verdict.kind) {
    case 'dead':
      return makeDiagnostic('dead-link', { address, nearest: verdict.nearest }, { location, severity }, severities)
    case 'verb': {
      const verbs = [...new Set(verdict.routes.flatMap((route) => route.verbs))]
      return makeDiagnostic('link-verb', { address, methods: link.methods ?? [], verbs }, { location }, severities)
    }
    case 'redirect':
    case 'catch-all': {
      const code = verdict.kind === 'redirect' ? 'link-redirect' : 'link-catch-all'
      return makeDiagnostic(code, { address, route: describeRoute(verdict.routes[0]!) }, { location }, severities)
    }
    default:
      return null
  }
}

/** `/photos/${photo.id}` */
function addressOf({ parts }: Link, source: string): string {
  return parts
    .map((part) => (typeof part === 'string' ? part : `\${${part.range === null ? '…' : source.slice(...part.range)}}`))
    .join('')
}
