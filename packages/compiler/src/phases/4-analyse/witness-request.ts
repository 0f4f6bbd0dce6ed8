import { condition } from '@turnout/runtime'
import { isRegExpSource, type Condition, type ManifestRoute } from '../../manifest.ts'
import { sampleText } from '../../recognition/sample.ts'

type Conditions = ManifestRoute['conditions']

/** The scheme and the host, with its port, of a request. */
export interface Origin {
  readonly protocol: string
  readonly host: string
}

/** Attributes of a request that its origin decides. */
const OF_ORIGIN: ReadonlySet<string> = new Set(['protocol', 'scheme', 'host', 'subdomain', 'domain', 'port'])

/** An origin that fulfils what conditions ask of it; null where they ask nothing, and where none is found. */
export function originFor(conditions: Conditions): Origin | null {
  const asked = Object.entries(conditions).filter(([attribute]) => OF_ORIGIN.has(attribute))
  const wanted = new Map(asked.map(([attribute, expected]) => [attribute, textFor(expected)]))
  if (asked.length === 0 || [...wanted.values()].includes(null)) return null
  const protocol = (wanted.get('protocol') ?? wanted.get('scheme') ?? 'http').replace(/:(?:\/\/)?$/, '')
  const subdomain = wanted.get('subdomain')
  const name = wanted.get('host') ?? `${subdomain ? `${subdomain}.` : ''}${wanted.get('domain') ?? 'example.org'}`
  const port = wanted.get('port')
  const origin = { protocol, host: port === undefined ? name : `${name}:${port}` }
  // The router's own test decides: of a regular expression only one text is tried.
  return fulfils(Object.fromEntries(asked), origin) && URL.canParse(`${protocol}://${origin.host}`) ? origin : null
}

/** True if every request of this origin fulfils the conditions. */
export function fulfils(conditions: Conditions, origin: Origin): boolean {
  return Object.entries(conditions).every(([attribute, expected]) => {
    if (!OF_ORIGIN.has(attribute)) return false
    const value = isRegExpSource(expected) ? new RegExp(expected.source, expected.flags) : expected
    return condition(attribute, value)('/', NO_CAPTURES, origin, '/')
  })
}

const NO_CAPTURES = new Int32Array(0)

/** A text that may fulfil the condition; null where none is found. */
function textFor(expected: Condition): string | null {
  if (typeof expected === 'boolean') return expected ? 'www' : ''
  if (typeof expected !== 'object') return String(expected)
  if (isRegExpSource(expected)) return sampleText(expected, false)
  return expected.length === 0 ? null : String(expected[0])
}

/**
 * A request for a path, in words, with what conditions ask of it:
 *
 *     `GET /photos`
 *     `GET https://api.example.org:8443/photos`      with an origin that fulfils them
 *     `GET /photos` with the `ip` `10.0.0.1`         where it takes more than that, or none was found
 *
 * @param verb empty for any
 */
export function showRequest(verb: string, path: string, conditions: Conditions, origin: Origin | null): string {
  const url = origin === null ? path : `${origin.protocol}://${origin.host}${path}`
  const others = Object.entries(conditions).filter(([attribute]) => origin === null || !OF_ORIGIN.has(attribute))
  const asked = others.map(([attribute, expected]) => `the \`${attribute}\` ${showCondition(expected)}`)
  const request = `\`${verb === '' ? '' : `${verb} `}${url}\``
  return asked.length === 0 ? request : `${request} with ${asked.join(' and ')}`
}

function showCondition(expected: Condition): string {
  if (isRegExpSource(expected)) return `\`/${expected.source}/${expected.flags}\``
  return `\`${[expected].flat().join('` or `')}\``
}
