/**
 * Reads from the header `Content-Security-Policy` if a page may load a script of its own server. Directives that only some
 * browsers know count as well: no page logs a violation because of the dev server.
 *
 * @param header the policies of the page, separated by commas; null if it has none
 * @returns the nonce that the script needs, or null for none; null if the script is forbidden
 */
export function scriptPermission(header: string | null): { readonly nonce: string | null } | null {
  let nonce: string | null = null
  for (const policy of header?.split(',') ?? []) {
    const sources = scriptSources(policy)
    if (sources === null) continue
    const policyNonce = sources.flatMap((source) => /^'nonce-([\w+/=-]+)'$/i.exec(source)?.[1] ?? [])[0]
    if (policyNonce !== undefined) {
      // No element can have two nonces.
      if (nonce !== null && nonce !== policyNonce) return null
      nonce = policyNonce
      continue
    }
    const words = new Set(sources.map((source) => source.toLowerCase()))
    if (words.has("'strict-dynamic'") || !(words.has("'self'") || words.has('*'))) return null
  }
  return { nonce }
}

/** Returns the sources of scripts that a policy allows; null if it does not restrict scripts. */
function scriptSources(policy: string): string[] | null {
  const directives = new Map<string, string[]>()
  for (const directive of policy.split(';')) {
    const [name = '', ...sources] = directive.trim().split(/\s+/)
    // Browsers ignore a directive that occurs again.
    if (!directives.has(name.toLowerCase())) directives.set(name.toLowerCase(), sources)
  }
  if (directives.has('sandbox') && !directives.get('sandbox')!.includes('allow-scripts')) return []
  return directives.get('script-src-elem') ?? directives.get('script-src') ?? directives.get('default-src') ?? null
}
