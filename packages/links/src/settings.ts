// Which attributes and calls contain addresses, and the options that change the lists.

/** The options of the command, the plugin's option `links`, and the lint rule. */
export interface LinkOptions {
  /** The folders to search, relative to the root. Default: the root. */
  readonly include?: readonly string[]
  /** Files and folders to skip, as globs relative to the root. They replace the default, which is tests and stories. */
  readonly exclude?: readonly string[]
  /** Prefixes of paths that another server on the same host serves, such as `/blog`. Default: the proxies of Vite. */
  readonly ignore?: readonly string[]
  /** Further attributes whose value is an address: `['data-url']`. */
  readonly attributes?: readonly string[]
  /**
   * Further functions whose first argument is an address, with the method of their request, or null if it is unknown:
   * `{ 'axios.get': 'GET', visit: null }`. The value `false` removes a function from the defaults.
   */
  readonly calls?: Readonly<Record<string, string | null | false>>
  /**
   * The values of an expression that is a whole segment, such as `id` in `` `/photos/${id}` ``: one segment that is not
   * empty, or any string. Default: `segment`.
   */
  readonly holes?: 'segment' | 'text'
}

/** How a call uses the address among its arguments. */
export interface CallRule {
  /** The index of the address. `redirect` is called with or without a status before the address. */
  readonly argument: number | 'first-or-behind-status'
  /** The method of the request; `option` if the next argument may contain it; null if it is unknown. */
  readonly method: string | 'option' | null
  readonly isRouter: boolean
}

const ROUTER_CALL: CallRule = { argument: 0, method: 'GET', isRouter: true }
const BROWSER_CALL: CallRule = { argument: 0, method: 'GET', isRouter: false }
const REQUEST_CALL: CallRule = { argument: 0, method: 'option', isRouter: false }

/** Rules by the name of a function. A dot precedes the name of a method, with the names of the objects that have it. */
const CALLS: readonly (readonly [names: string, rule: CallRule])[] = [
  ['fetch $fetch useFetch window.fetch self.fetch globalThis.fetch event.fetch new:Request', REQUEST_CALL],
  ['navigate goto navigateTo', ROUTER_CALL],
  ['redirect permanentRedirect redirectDocument', { ...ROUTER_CALL, argument: 'first-or-behind-status' }],
  ['router.push router.replace router.navigate history.push history.replace', ROUTER_CALL],
  ['Response.redirect location.assign location.replace window.open new:EventSource', BROWSER_CALL],
  ['navigator.sendBeacon', { ...BROWSER_CALL, method: 'POST' }],
  ['history.pushState history.replaceState', { ...BROWSER_CALL, argument: 2 }],
  ['new:URL', { ...BROWSER_CALL, method: null }],
]

/** The settings of the finder. */
export interface FinderSettings {
  readonly attributes: ReadonlySet<string>
  /** By the name of a function, `object.method`, or `new:Class`. */
  readonly calls: ReadonlyMap<string, CallRule>
  /** The names of `calls` from the options. They count also if a module of the project exports the function. */
  readonly ownCalls: ReadonlySet<string>
}

/** Returns the settings of the finder for the user's options. */
export function finderSettings({ attributes = [], calls = {} }: LinkOptions): FinderSettings {
  const rules = new Map(CALLS.flatMap(([names, rule]) => names.split(' ').map((name) => [name, rule] as const)))
  for (const [name, method] of Object.entries(calls)) {
    if (method === false) rules.delete(name)
    else rules.set(name, { ...BROWSER_CALL, method: method === null ? null : method.toUpperCase() })
  }
  return { attributes: new Set(attributes), calls: rules, ownCalls: new Set(Object.keys(calls)) }
}

/** An element of JSX, Vue, Svelte, Astro or HTML. */
export interface ElementInfo {
  /** As the source has it: `a`, `RouterLink`, `Motion.a`. */
  readonly tag: string
  /** Returns the value of an attribute if it is a literal; undefined if the element lacks it; null if it is unknown. */
  readonly literal: (name: string) => string | null | undefined
}

/** How an attribute of an element uses its address. */
export interface AttributeUse {
  readonly methods: readonly string[] | null
  readonly isRouter: boolean
}

/** Elements whose `href` is not an address of a page. */
const OTHER_REFERENCES = /^(?:link|base|use|image|feImage|pattern|script|style)$/

/** Attributes that name the method of a link: Rails, Turbo, Inertia. */
const LINK_METHODS = ['method', 'data-method', 'data-turbo-method']

/** A form with POST may send another method in the field `_method`. */
const FORM_METHODS = ['POST', 'PUT', 'PATCH', 'DELETE']

/** Returns how an attribute uses its value; null if the value is no address. */
export function attributeUse(
  name: string,
  { tag, literal }: ElementInfo,
  { attributes }: FinderSettings,
): AttributeUse | null {
  if (attributes.has(name)) return { methods: null, isRouter: false }
  switch (name.toLowerCase()) {
    case 'href':
      return OTHER_REFERENCES.test(tag) ? null : { methods: linkMethods(literal), isRouter: false }
    case 'to':
      // Components only, because native elements have no such attribute. The target of a teleport is a selector.
      return /[A-Z.:-]/.test(tag) && !/^teleport$/i.test(tag) ? { methods: ['GET'], isRouter: true } : null
    case 'action':
      return /^form$/i.test(tag) ? { methods: formMethods(tag, literal('method')), isRouter: false } : null
    case 'formaction':
      return { methods: null, isRouter: false }
    case 'src':
      return /^i?frame$/.test(tag) ? { methods: ['GET'], isRouter: false } : null
    default:
      return null
  }
}

function linkMethods(literal: ElementInfo['literal']): readonly string[] | null {
  for (const name of LINK_METHODS) {
    const method = literal(name)
    if (method !== undefined) return method === null ? null : [method.toUpperCase()]
  }
  return ['GET']
}

/** The component `Form` of React Router sends any method; the element `form` sends only GET and POST. */
function formMethods(tag: string, method: string | null | undefined): readonly string[] | null {
  if (method === null) return null
  const upper = (method ?? 'GET').toUpperCase()
  if (tag === 'Form') return upper === 'POST' ? FORM_METHODS : [upper]
  return upper === 'POST' ? FORM_METHODS : ['GET']
}
