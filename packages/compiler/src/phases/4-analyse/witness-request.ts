// Builds and describes an example request for a route with conditions: `GET https://api.example.org/photos`.
import { conditionTest } from '@turnout/runtime'
import { isRegExpSource, type Condition, type ManifestRoute } from '../../manifest/manifest.ts'
import { sampleString } from '../../patterns/routes/sample.ts'

type Conditions = ManifestRoute['conditions']

/** The scheme and the host, with its port, of a request. */
export interface Origin {
  readonly protocol: string
  readonly host: string
}

/** Attributes of a request that its origin determines. */
const OF_ORIGIN: ReadonlySet<string> = new Set(['protocol', 'scheme', 'host', 'subdomain', 'domain', 'port'])

/** Returns an origin that fulfils the conditions; null if no condition is on the origin, or if no origin is found. */
export function originFor(conditions: Conditions): Origin | null {
  const originConditions = Object.entries(conditions).filter(([attribute]) => OF_ORIGIN.has(attribute))
  const values = new Map(originConditions.map(([attribute, expected]) => [attribute, valueFor(expected)]))
  if (originConditions.length === 0 || [...values.values()].includes(null)) return null
  const protocol = (values.get('protocol') ?? values.get('scheme') ?? 'http').replace(/:(?:\/\/)?$/, '')
  const subdomain = values.get('subdomain')
  const name = values.get('host') ?? `${subdomain ? `${subdomain}.` : ''}${values.get('domain') ?? 'example.org'}`
  const port = values.get('port')
  const origin = { protocol, host: port === undefined ? name : `${name}:${port}` }
  // The router's own test decides, because only one sample string of a regular expression is tried.
  return fulfils(Object.fromEntries(originConditions), origin) && URL.canParse(`${protocol}://${origin.host}`)
    ? origin
    : null
}

/** True if every request of this origin fulfils the conditions. */
export function fulfils(conditions: Conditions, origin: Origin): boolean {
  return Object.entries(conditions).every(([attribute, expected]) => {
    if (!OF_ORIGIN.has(attribute)) return false
    const value = isRegExpSource(expected) ? new RegExp(expected.source, expected.flags) : expected
    return conditionTest(attribute, value)('/', NO_CAPTURES, origin, '/')
  })
}

const NO_CAPTURES = new Int32Array(0)

/** Returns a value that may fulfil the condition; null if none is found. */
function valueFor(expected: Condition): string | null {
  if (expected === null) return null
  if (typeof expected === 'boolean') return expected ? 'www' : ''
  if (typeof expected !== 'object') return String(expected)
  if (isRegExpSource(expected)) return sampleString(expected, false)
  return expected.length === 0 ? null : String(expected[0])
}

/**
 * Describes a request for a path, with the values that the conditions require:
 *
 *     `GET /photos`
 *     `GET https://api.example.org:8443/photos`      with an origin that fulfils them
 *     `GET /photos` with the `ip` `10.0.0.1`         for conditions on other attributes, or without an origin
 *
 * @param verb empty for any verb
 */
export function showRequest(verb: string, path: string, conditions: Conditions, origin: Origin | null): string {
  const url = origin === null ? path : `${origin.protocol}://${origin.host}${path}`
  const shownConditions = Object.entries(conditions).filter(
    ([attribute]) => origin === null || !OF_ORIGIN.has(attribute),
  )
  const descriptions = shownConditions.map(([attribute, expected]) => `the \`${attribute}\` ${showCondition(expected)}`)
  const request = `\`${verb === '' ? '' : `${verb} `}${url}\``
  return descriptions.length === 0 ? request : `${request} with ${descriptions.join(' and ')}`
}

function showCondition(expected: Condition): string {
  if (isRegExpSource(expected)) return `\`/${expected.source}/${expected.flags}\``
  return `\`${[expected].flat().join('` or `')}\``
}
