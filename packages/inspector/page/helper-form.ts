import { helperParams, helperRoute, type HelperParam, type NamedManifestRoute } from '@turnout/compiler/internal'
import { path, required, ruled, url, type NamedRoute } from '@turnout/runtime'
import { addressOf } from './address.ts'
import { copyButton, fill, h } from './dom.ts'
import { argumentsOf } from './js-code.ts'
import { sampleParams, type ParamValues } from './samples.ts'

type Kind = 'path' | 'url'

/** A pair of helpers that the form can call. */
export interface Tried {
  readonly name: (kind: Kind) => string
  readonly params: readonly HelperParam[]
  /** Example values for required parameters. */
  readonly samples: ParamValues
  /** True if one object contains both parameters and options. */
  readonly takesOne: boolean
  /** @throws TypeError as the helper does */
  readonly call: (
    kind: Kind,
    params: Readonly<Record<string, unknown>>,
    options: Readonly<Record<string, unknown>>,
  ) => string
}

/**
 * Returns the helpers of a route.
 *
 * @param base the prefix of all route paths; may be empty
 */
export function ofRoute(route: NamedManifestRoute, name: (kind: Kind) => string, base: string): Tried {
  const namedRoute = asNamedRoute(route, base)
  const call: Tried['call'] = (kind, params, options) =>
    (kind === 'path' ? path : url)(name(kind), namedRoute)(params, options)
  return { name, params: helperParams(route), samples: sampleParams(route), takesOne: false, call }
}

/**
 * Returns the helpers of a `direct` URL that links to a route with options.
 *
 * @param directOptions the options that `direct` defines for the route
 */
export function ofDirect(
  route: NamedManifestRoute,
  directOptions: Readonly<Record<string, unknown>>,
  name: (kind: Kind) => string,
  base: string,
): Tried {
  const namedRoute = asNamedRoute(route, base)
  const call: Tried['call'] = (kind, params, options) =>
    (kind === 'path' ? path : url)(name(kind), namedRoute)(directOptions, { ...params, ...options })
  const params = helperParams(route).map((param) => ({
    ...param,
    required: param.required && !(param.name in directOptions),
  }))
  return { name, params, samples: sampleParams(route), takesOne: true, call }
}

/** Returns a form with a field for each parameter of a helper, and the result. */
export class HelperForm {
  readonly element: HTMLElement
  readonly #tried: Tried
  readonly #params: readonly { readonly name: string; readonly glob: boolean; readonly input: HTMLInputElement }[]
  readonly #query = input('page=2')
  readonly #anchor = input('top')
  readonly #host = input('example.org')
  readonly #protocol = input('https')
  readonly #output = h('div.output', { 'aria-live': 'polite' })

  constructor(tried: Tried) {
    this.#tried = tried
    this.#params = tried.params.map(({ name, glob }) => ({
      name,
      glob,
      input: input(name === 'format' ? 'json' : ''),
    }))
    const required = new Set(tried.params.flatMap((param) => (param.required ? [param.name] : [])))
    // Required fields start with a value that the route accepts, so that the form shows a result at once.
    for (const { name, input } of this.#params) {
      if (required.has(name) && Object.hasOwn(tried.samples, name)) input.value = tried.samples[name]!
    }
    const optional = [
      label('query', this.#query),
      label('anchor', this.#anchor),
      label('host (for the URL)', this.#host),
      label('protocol', this.#protocol),
    ]
    this.element = h(
      'form.try',
      {
        onsubmit: (event: Event) => event.preventDefault(),
        oninput: () => this.#draw(),
      },
      h(
        'div.fields',
        {},
        ...this.#params.map(({ name, input }) => label(required.has(name) ? name : `${name} (optional)`, input)),
        ...optional,
      ),
      this.#output,
    )
    this.#draw()
  }

  #draw(): void {
    const host = this.#host.value.trim()
    const results = [this.#result('path', {})]
    const origin = { host, ...(this.#protocol.value !== '' && { protocol: this.#protocol.value.trim() }) }
    if (host !== '') results.push(this.#result('url', origin))
    fill(this.#output, ...results)
  }

  #result(kind: Kind, origin: Readonly<Record<string, string>>): HTMLElement {
    const { name, takesOne } = this.#tried
    const params = this.#given()
    const options = { ...this.#options(), ...origin }
    const argumentText = takesOne
      ? argumentsOf({}, { ...params, ...options }, 0)
      : argumentsOf(params, options, this.#params.length)
    const call = `${name(kind)}(${argumentText})`
    const code = h(
      'p.call',
      {},
      h('code', {}, call),
      copyButton(() => call, 'Copy call'),
    )
    try {
      const built = this.#tried.call(kind, params, options)
      return h(
        'div.built',
        {},
        code,
        h('p.value', {}, built),
        h(
          'p.acts',
          {},
          copyButton(() => built, 'Copy'),
          h('a.quiet', { href: addressOf('who', { verb: 'GET', path: built }) }, 'Show the match'),
        ),
      )
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      return h('div.built.is-refused', {}, code, h('p.value', {}, message))
    }
  }

  #given(): Record<string, string | readonly string[]> {
    const entries = this.#params
      .filter(({ input }) => input.value !== '')
      .map(({ name, glob, input }) => [name, glob && input.value.includes('/') ? input.value.split('/') : input.value])
    return Object.fromEntries(entries) as Record<string, string | readonly string[]>
  }

  #options(): Record<string, unknown> {
    const query = Object.fromEntries(new URLSearchParams(this.#query.value))
    const anchor = this.#anchor.value
    return { ...(Object.keys(query).length > 0 && { query }), ...(anchor !== '' && { anchor }) }
  }
}

function asNamedRoute(route: NamedManifestRoute, base: string): NamedRoute {
  const { requirements, ...rest } = helperRoute(route, base)
  const tests = Object.entries(requirements).map(([name, { source, flags }]) => {
    return [name, new RegExp(`^(?:${source})$`, flags.replace(/[dgmy]/g, ''))] as const
  })
  return ruled({ ...rest, check: required(Object.fromEntries(tests)) })
}

function input(placeholder: string): HTMLInputElement {
  return h('input.field', {
    placeholder: placeholder && `e.g. ${placeholder}`,
    autocomplete: 'off',
    spellcheck: 'false',
  })
}

function label(text: string, field: HTMLElement): HTMLElement {
  return h('label', {}, text, field)
}
