// A form that calls the helpers of a name with values of the user, and shows their results.
import { helperParams, type HelperParam } from '@turnout/compiler/internal/manifest/helper-params'
import type { NamedManifestRoute } from '@turnout/compiler/internal/manifest/named-routes'
import { helperRoute } from '@turnout/compiler/internal/phases/5-emit/helper-route'
import { matchingFlags } from '@turnout/compiler/internal/patterns/requirement'
import { path, required, ruled, url, type NamedRoute } from '@turnout/runtime'
import { addressOf } from './address.ts'
import { copyButton, fill, h } from './dom.ts'
import { argumentsOf } from './js-code.ts'
import { sampleParams, type ParamValues } from './samples.ts'

/** The two helpers of a name: `photoPath` returns a path, and `photoUrl` a URL. */
type Kind = 'path' | 'url'

/** A pair of helpers that the form can call. */
export interface CallableHelpers {
  readonly nameOf: (kind: Kind) => string
  readonly params: readonly HelperParam[]
  /** Example values for required parameters. */
  readonly samples: ParamValues
  /** True if one object contains both parameters and options: `photoPath({ id: 7, anchor: 'top' })`. */
  readonly takesOneObject: boolean
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
export function helpersOfRoute(
  route: NamedManifestRoute,
  nameOf: (kind: Kind) => string,
  base: string,
): CallableHelpers {
  const namedRoute = asNamedRoute(route, base)
  const call: CallableHelpers['call'] = (kind, params, options) => {
    const helper = helperOf(kind, nameOf(kind), namedRoute)
    return helper(params, options)
  }
  return { nameOf, params: helperParams(route), samples: sampleParams(route), takesOneObject: false, call }
}

/**
 * Returns the helpers of a `direct` URL that links to a route with options.
 *
 * @param directOptions the options that `direct` defines for the route
 */
export function helpersOfDirect(
  route: NamedManifestRoute,
  directOptions: Readonly<Record<string, unknown>>,
  nameOf: (kind: Kind) => string,
  base: string,
): CallableHelpers {
  const namedRoute = asNamedRoute(route, base)
  const call: CallableHelpers['call'] = (kind, params, options) => {
    const helper = helperOf(kind, nameOf(kind), namedRoute)
    return helper(directOptions, { ...params, ...options })
  }
  const params = helperParams(route).map((param) => ({
    ...param,
    required: param.required && !(param.name in directOptions),
  }))
  return { nameOf, params, samples: sampleParams(route), takesOneObject: true, call }
}

/** A form with a field for each parameter of a helper. It shows the call and its result after each input. */
export class HelperForm {
  readonly element: HTMLElement
  readonly #helpers: CallableHelpers
  readonly #params: readonly { readonly name: string; readonly glob: boolean; readonly field: HTMLInputElement }[]
  readonly #query = createInput('page=2')
  readonly #anchor = createInput('top')
  readonly #host = createInput('example.org')
  readonly #protocol = createInput('https')
  readonly #output = h('div.output', { 'aria-live': 'polite' })

  constructor(helpers: CallableHelpers) {
    this.#helpers = helpers
    this.#params = helpers.params.map(({ name, glob }) => ({
      name,
      glob,
      field: createInput(name === 'format' ? 'json' : ''),
    }))
    const requiredNames = new Set(helpers.params.flatMap((param) => (param.required ? [param.name] : [])))
    // Required fields start with a value that the route accepts, so that the form shows a result at once.
    for (const { name, field } of this.#params) {
      if (requiredNames.has(name) && Object.hasOwn(helpers.samples, name)) field.value = helpers.samples[name]!
    }
    const optionFields = [
      label('query', this.#query),
      label('anchor', this.#anchor),
      label('host (for the URL)', this.#host),
      label('protocol', this.#protocol),
    ]
    this.element = h(
      'form.try',
      {
        onsubmit: (event: Event) => event.preventDefault(),
        oninput: () => this.#update(),
      },
      h(
        'div.fields',
        {},
        ...this.#params.map(({ name, field }) => label(requiredNames.has(name) ? name : `${name} (optional)`, field)),
        ...optionFields,
      ),
      this.#output,
    )
    this.#update()
  }

  #update(): void {
    const host = this.#host.value.trim()
    const results = [this.#renderCall('path', {})]
    const origin = { host, ...(this.#protocol.value !== '' && { protocol: this.#protocol.value.trim() }) }
    if (host !== '') results.push(this.#renderCall('url', origin))
    fill(this.#output, ...results)
  }

  /** Shows a call as code, with its result or its error. */
  #renderCall(kind: Kind, origin: Readonly<Record<string, string>>): HTMLElement {
    const { nameOf, takesOneObject } = this.#helpers
    const params = this.#paramsFromFields()
    const options = { ...this.#optionsFromFields(), ...origin }
    const argumentText = takesOneObject
      ? argumentsOf({}, { ...params, ...options }, 0)
      : argumentsOf(params, options, this.#params.length)
    const call = `${nameOf(kind)}(${argumentText})`
    const code = h(
      'p.call',
      {},
      h('code', {}, call),
      copyButton(() => call, 'Copy call'),
    )
    try {
      const built = this.#helpers.call(kind, params, options)
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

  /** Returns the values of the filled fields. A glob with slashes becomes a list: `a/b` -> `['a', 'b']`. */
  #paramsFromFields(): Record<string, string | readonly string[]> {
    const entries = this.#params
      .filter(({ field }) => field.value !== '')
      .map(({ name, glob, field }) => [name, glob && field.value.includes('/') ? field.value.split('/') : field.value])
    return Object.fromEntries(entries) as Record<string, string | readonly string[]>
  }

  /** Returns the options of the filled fields: `page=2` and `top` -> `{ query: { page: '2' }, anchor: 'top' }`. */
  #optionsFromFields(): Record<string, unknown> {
    const query = Object.fromEntries(new URLSearchParams(this.#query.value))
    const anchor = this.#anchor.value
    return { ...(Object.keys(query).length > 0 && { query }), ...(anchor !== '' && { anchor }) }
  }
}

function helperOf(kind: Kind, name: string, namedRoute: NamedRoute) {
  return kind === 'path' ? path(name, namedRoute) : url(name, namedRoute)
}

/** Returns the route in the form that the emitted module contains, so that the form builds the same URLs as the module. */
function asNamedRoute(route: NamedManifestRoute, base: string): NamedRoute {
  const { requirements, ...rest } = helperRoute(route, base)
  const tests = Object.entries(requirements).map(([name, { source, flags }]) => {
    return [name, new RegExp(`^(?:${source})$`, matchingFlags(flags))] as const
  })
  return ruled({ ...rest, check: required(Object.fromEntries(tests)) })
}

/** Creates a text field. Its placeholder shows an example; there is none for an empty string. */
function createInput(placeholder: string): HTMLInputElement {
  return h('input.field', {
    placeholder: placeholder && `e.g. ${placeholder}`,
    autocomplete: 'off',
    spellcheck: 'false',
  })
}

function label(text: string, field: HTMLElement): HTMLElement {
  return h('label', {}, text, field)
}
