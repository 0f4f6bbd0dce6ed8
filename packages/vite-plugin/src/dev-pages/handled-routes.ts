import { answersTo, type Answer } from '@turnout/compiler/internal/manifest/explain'
import { guardsOf, type Manifest } from '@turnout/compiler/internal/manifest/manifest'
import type { HandledMatch } from '@turnout/server'

/**
 * Returns the routes that `dispatch` may mean by a match. The explanation calls no constraint functions, so several routes
 * with the same action, name and params can remain if such a function decides. Otherwise it is one route, or none if the
 * application has changed the address or the headers of the request.
 *
 * @param request the request, with `target`: its path and query
 */
export function findHandledRoutes(
  manifest: Manifest,
  { method, match, position }: HandledMatch,
  { request, target, base }: { readonly request: Request; readonly target: string; readonly base: string | undefined },
): readonly Answer[] {
  const { protocol, host } = new URL(request.url)
  const attributes = { headers: Object.fromEntries(request.headers), protocol, host, ...addressOf(request) }
  const answers = answersTo(manifest, method, target, { ...attributes, base })
  let rejectable = 0
  return answers.filter((answer, index) => {
    // Constraints of earlier routes can have rejected the request, so that the match has an earlier position.
    const isInReach = position <= index && index <= position + rejectable
    if (guardsOf(answer.route).length > 0) rejectable += 1
    return isInReach && isSame(answer, match)
  })
}

function isSame({ route, params }: Answer, match: HandledMatch['match']): boolean {
  return (
    route.name === match.name &&
    route.controller === (match.controller ?? null) &&
    route.action === (match.action ?? null) &&
    fieldsOf(params) === fieldsOf(match.params)
  )
}

/** Returns a string that is equal for the same params in any order. */
function fieldsOf(params: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(Object.entries(params).toSorted(([first], [second]) => (first < second ? -1 : 1)))
}

/** Returns the address of the client, on which routes can have conditions. srvx adds it to requests. */
function addressOf(request: Request): { readonly ip?: string } {
  const { ip } = request as { readonly ip?: string | undefined }
  return ip === undefined ? {} : { ip }
}
