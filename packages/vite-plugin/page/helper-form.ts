import { helperParams, helperRoute, type NamedManifestRoute } from '@turnout/compiler/internal'
import { path, url, type NamedRoute } from '@turnout/runtime'
import { addressOf } from './address.ts'
import { copyButton, fill, h } from './dom.ts'

/** A form with a field for all that a helper takes, and what comes out. */
export class HelperForm {
  readonly element: HTMLElement
  readonly #name: (kind: 'path' | 'url') => string
  readonly #route: NamedRoute
  readonly #params: readonly { readonly name: string; readonly glob: boolean; readonly input: HTMLInputElement }[]
  readonly #query = input('page=2')
  readonly #anchor = input('top')
  readonly #host = input('example.org')
  readonly #protocol = input('https')
  readonly #output = h('div.output', { 'aria-live': 'polite' })

  constructor(route: NamedManifestRoute, name: (kind: 'path' | 'url') => string) {
    this.#name = name
    this.#route = asNamedRoute(route)
    this.#params = helperParams(route).map(({ name, glob }) => ({
      name,
      glob,
      input: input(name === 'format' ? 'json' : ''),
    }))
    const required = new Set(helperParams(route).flatMap((param) => (param.required ? [param.name] : [])))
    // The form shows at once what the helper makes.
    for (const { name, glob, input } of this.#params) if (required.has(name)) input.value = glob ? 'a/b' : '7'
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

  #result(kind: 'path' | 'url', origin: Readonly<Record<string, string>>): HTMLElement {
    const name = this.#name(kind)
    const params = this.#given()
    const options = { ...this.#options(), ...origin }
    const call = `${name}(${argumentsOf(params, options, this.#params.length)})`
    const code = h(
      'p.call',
      {},
      h('code', {}, call),
      copyButton(() => call, 'Copy call'),
    )
    try {
      const built = (kind === 'path' ? path : url)(name, this.#route)(params, options)
      return h(
        'div.built',
        {},
        code,
        h('p.value', {}, built),
        h(
          'p.acts',
          {},
          copyButton(() => built, 'Copy'),
          h('a.quiet', { href: addressOf('who', { verb: 'GET', path: built }) }, 'Who answers?'),
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

/** `'7', { query: { page: '2' } }` */
function argumentsOf(
  params: Readonly<Record<string, unknown>>,
  options: Readonly<Record<string, unknown>>,
  all: number,
): string {
  const given = Object.entries(params)
  const parts =
    given.length === 1 && all <= 2 && given[0]![0] !== 'format'
      ? [code(given[0]![1])]
      : given.length > 0
        ? [code(params)]
        : []
  if (Object.keys(options).length > 0) parts.push(code(options))
  return parts.join(', ')
}

function code(value: unknown): string {
  if (typeof value === 'string') return `'${value.replace(/['\\]/g, '\\$&')}'`
  if (Array.isArray(value)) return `[${value.map(code).join(', ')}]`
  const entries = Object.entries(value as object).map(([key, inner]) => {
    return `${/^[A-Za-z_$][\w$]*$/.test(key) ? key : code(key)}: ${code(inner)}`
  })
  return `{ ${entries.join(', ')} }`
}

function asNamedRoute(route: NamedManifestRoute): NamedRoute {
  const { requirements, ...rest } = helperRoute(route)
  const tests = Object.entries(requirements).map(([name, { source, flags }]) => {
    return [name, new RegExp(`^(?:${source})$`, flags.replace(/[dgmy]/g, ''))] as const
  })
  return { ...rest, requirements: Object.fromEntries(tests) }
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
