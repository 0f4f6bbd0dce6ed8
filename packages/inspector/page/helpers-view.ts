// The view of the helpers and their parameters.
import { describeCallable } from '@turnout/compiler/internal/manifest/print/describe'
import { namedRoutes, type NamedManifestRoute } from '@turnout/compiler/internal/manifest/named-routes'
import type { ManifestDirect } from '@turnout/compiler/internal/manifest/manifest'
import { directParameters, helperOverloads } from '@turnout/compiler/internal/phases/5-emit/emit-types'
import { helperName } from '@turnout/compiler/internal/names/helper-name'
import { pathOf as pathOfUrl } from '@turnout/compiler/internal/phases/5-emit/emit-custom-urls'
import { addressOf, writeAddress } from './address.ts'
import { followArrows } from './arrow-keys.ts'
import { copyButton, count, fill, h } from './dom.ts'
import { HelperForm, helpersOfDirect, helpersOfRoute } from './helper-form.ts'
import type { Model } from './model.ts'
import { empty, marked, patternText, placeOf, prose, verbBadges } from './parts.ts'
import type { View } from './view.ts'
import { scrollArea, VirtualList } from './virtual-list.ts'

/** A pair of helpers: of a route, or of a `direct`. */
type Helper =
  | { readonly kind: 'route'; readonly name: string; readonly path: string; readonly route: NamedManifestRoute }
  | { readonly kind: 'direct'; readonly name: string; readonly path: string; readonly direct: ManifestDirect }

const KINDS = ['path', 'url'] as const

/** Lists every helper with its parameters, and a form to try it. */
export class HelpersView implements View {
  readonly id = 'helpers'
  readonly title = 'Helpers'
  readonly about = 'The helpers that virtual:routes exports. Select one to try it.'
  readonly element: HTMLElement
  #model: Model | null = null
  #helpers: readonly Helper[] = []
  #text = ''
  #chosen: string | null = null
  /** The helper in the form. Its input survives a change of the table that does not concern the helper. */
  #drawn = ''
  readonly #search = h('input.search', {
    type: 'search',
    placeholder: 'Name or path',
    'aria-label': 'Search the helpers',
    autocomplete: 'off',
    spellcheck: 'false',
  })
  readonly #found = h('p.found', { role: 'status' })
  readonly #table: HTMLElement
  readonly #list: VirtualList<Helper>
  readonly #detail = h('div.detail.sheet', { role: 'region', 'aria-label': 'The selected helper', tabindex: 0 })

  constructor() {
    const { scroller, body } = scrollArea('Helpers')
    this.#table = scroller
    this.#list = new VirtualList<Helper>(scroller, body, {
      height: () => 54,
      render: (helper, index) => this.#row(helper, index),
    })
    this.element = h(
      'section.view.helpers',
      { 'aria-label': 'Helpers' },
      h('div.pane.list', {}, this.#search, this.#found, scroller),
      this.#detail,
    )
    this.element.addEventListener('keydown', (event) => followArrows(event, this.#search, this.#list))
    this.#search.addEventListener('input', () => {
      this.#text = this.#search.value
      writeAddress(this.id, { q: this.#text, name: this.#chosen })
      this.#draw()
    })
  }

  count({ data }: Model) {
    return data.manifest === null ? null : { number: namedRoutes(data.manifest).length + data.manifest.directs.length }
  }

  take(model: Model): void {
    this.#model = model
    const { manifest, helpers: style } = model.data
    const routes = manifest === null ? [] : namedRoutes(manifest)
    this.#helpers = [
      ...routes.map((route): Helper => {
        const path = route.pattern.replace(/\(\.:format\)$/, '')
        return { kind: 'route', name: helperName(route.name, 'path', style), path, route }
      }),
      ...(manifest?.directs ?? []).map((direct): Helper => {
        return { kind: 'direct', name: helperName(direct.name, 'path', style), path: targetOf(direct), direct }
      }),
    ]
    this.#draw()
    this.#drawDetail()
  }

  show(params: URLSearchParams): void {
    this.#text = params.get('q') ?? ''
    this.#chosen = params.get('name')
    this.#draw()
    this.#drawDetail()
  }

  #draw(): void {
    if (this.#search.value !== this.#text) this.#search.value = this.#text
    const words = this.#words()
    const matchingHelpers = this.#helpers.filter(({ name, path }) => {
      const text = `${name}\n${path}`.toLowerCase()
      return words.every((word) => text.includes(word))
    })
    const total = this.#helpers.length
    this.#found.textContent =
      matchingHelpers.length === total
        ? count(total, 'helper')
        : `${matchingHelpers.length.toLocaleString('en')} of ${count(total, 'helper')}`
    this.#table.setAttribute('aria-rowcount', String(matchingHelpers.length))
    this.#list.setItems(matchingHelpers)
  }

  #words(): string[] {
    return this.#text
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '')
  }

  #row({ name, path }: Helper, index: number): HTMLElement {
    const isChosen = name === this.#chosen
    const words = this.#words()
    const link = h(
      'a.helper',
      { href: addressOf(this.id, { q: this.#text, name }), ...(isChosen && { 'aria-current': 'true' }) },
      h('span.helper-name', { title: name }, ...marked(name, words)),
      h('span.helper-path', { title: path }, ...marked(path, words)),
    )
    return h('div.row.plain', { role: 'row', 'aria-rowindex': index + 1 }, h('div.cell', { role: 'cell' }, link))
  }

  #drawDetail(): void {
    const helper = this.#helpers.find(({ name }) => name === this.#chosen)
    const drawn = JSON.stringify([helper, this.#helpers.length === 0, this.#text])
    if (drawn === this.#drawn) return
    this.#drawn = drawn
    this.element.classList.toggle('has-choice', helper !== undefined)
    if (helper === undefined || this.#model === null) {
      const [title, text] =
        this.#helpers.length === 0
          ? [
              'No route has a name',
              'Routes with a name have helpers, such as `photosPath`. Name a route with the option `as`.',
            ]
          : ['Select a helper', 'This part shows its signature, and a form to try it.']
      fill(this.#detail, empty(title, text))
      return
    }
    const back = h('a.back', { href: addressOf(this.id, { q: this.#text }) }, '← All helpers')
    fill(this.#detail, back, ...(helper.kind === 'route' ? this.#ofRoute(helper.route) : this.#ofDirect(helper.direct)))
  }

  #ofRoute(route: NamedManifestRoute): HTMLElement[] {
    const { data, rows } = this.#model!
    const name = (kind: 'path' | 'url') => helperName(route.name, kind, data.helpers)
    const row = rows.find((candidate) => candidate.route === route)!
    return [
      h('h2.helper-title', {}, name('path'), h('span.and', {}, ` and ${name('url')}`)),
      h('p.lead', {}, verbBadges(route.verbs), ' ', patternText(row.path), ' → ', h('span.mono', {}, row.endpoint)),
      h('p', {}, placeOf(route.location, data.editor)),
      ...signature(KINDS.flatMap((kind) => signaturesOf(name(kind), helperOverloads(route, kind)))),
      h('h3.section', {}, 'Try it'),
      new HelperForm(helpersOfRoute(route, name, data.base)).element,
    ]
  }

  #ofDirect(direct: ManifestDirect): HTMLElement[] {
    const { helpers, editor } = this.#model!.data
    const { target } = direct
    const name = (kind: 'path' | 'url') => helperName(direct.name, kind, helpers)
    return [
      h('h2.helper-title', {}, name('path'), h('span.and', {}, ` and ${name('url')}`)),
      h('p.lead', {}, prose(`Declared with \`direct\`: ${targetOf(direct)}`)),
      h('p', {}, placeOf(direct.location, editor)),
      ...signature(KINDS.map((kind) => `${name(kind)}(${directParameters(target, kind, (module) => module)}): string`)),
      h('h3.section', {}, 'Try it'),
      this.#tryDirect(direct, name),
    ]
  }

  #tryDirect({ target }: ManifestDirect, name: (kind: 'path' | 'url') => string): HTMLElement {
    if (typeof target === 'string') {
      const values = [pathOfUrl(target), target]
      return h(
        'div.output',
        {},
        ...values.map((value) =>
          h(
            'div.built',
            {},
            h('p.value', {}, value),
            copyButton(() => value, 'Copy'),
          ),
        ),
      )
    }
    if ('callable' in target)
      return h('p.hint', {}, 'A function of the project makes it, which the page does not call.')
    const route = namedRoutes(this.#model!.data.manifest!).find((candidate) => candidate.name === target.route)
    if (route === undefined) return h('p.hint', {}, 'It throws an error, because the route does not exist.')
    return new HelperForm(helpersOfDirect(route, target.options, name, this.#model!.data.base)).element
  }
}

function signaturesOf(name: string, overloads: readonly string[]): string[] {
  return overloads.map((parameters) => `${name}(${parameters}): string`)
}

function signature(lines: readonly string[]): HTMLElement[] {
  const text = lines.join('\n')
  return [
    h(
      'div.heading',
      {},
      h('h3.section', {}, 'Signature'),
      copyButton(() => text, 'Copy'),
    ),
    h('pre.frame', { tabindex: 0, 'aria-label': 'Signature' }, text),
  ]
}

function targetOf({ target }: ManifestDirect): string {
  if (typeof target === 'string') return target
  return `→ ${'callable' in target ? describeCallable(target.callable) : target.route}`
}
