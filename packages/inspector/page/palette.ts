// The dialog that jumps to a view, a route, a helper or a diagnostic.
import { describeCallable } from '@turnout/manifest/print'
import { helperName } from '@turnout/compiler/internal'
import { addressOf } from './address.ts'
import { fill, h } from './dom.ts'
import { sortProblems } from './diagnostics-view.ts'
import type { Model } from './model.ts'
import { marked, verbBadges } from './parts.ts'
import type { View } from './view.ts'

/** A target of the palette. */
interface Target {
  readonly group: 'Views' | 'Routes' | 'Helpers' | 'Diagnostics'
  readonly title: string
  readonly detail: string
  readonly verbs: readonly string[] | null
  /** The address of the target in the page. */
  readonly address: string
  /** The string that the search looks in, in lower case. */
  readonly text: string
}

/** The number of results of one group. */
const MAX_OF_GROUP = 12

/** A dialog that jumps to a view, a route, a helper or a diagnostic. */
export class Palette {
  readonly element: HTMLDialogElement
  readonly #targets: () => readonly Target[]
  #cache: { readonly of: Model | null; readonly targets: readonly Target[] } | null = null
  #results: readonly Target[] = []
  #active = 0
  readonly #input = h('input.search', {
    type: 'text',
    role: 'combobox',
    placeholder: 'Jump to a route, helper, diagnostic or view',
    'aria-label': 'Jump to',
    'aria-controls': 'palette-results',
    'aria-expanded': true,
    'aria-autocomplete': 'list',
    autocomplete: 'off',
    spellcheck: 'false',
  })
  readonly #list = h('div.results', { id: 'palette-results', role: 'listbox', 'aria-label': 'Results' })
  readonly #status = h('p.hidden-text', { role: 'status' })

  /**
   * @param views the views that the page shows now
   * @param model returns the current data
   */
  constructor(views: () => readonly View[], model: () => Model | null) {
    this.#targets = () => {
      const current = model()
      if (this.#cache?.of !== current || current === null) {
        this.#cache = { of: current, targets: current === null ? [] : targetsOf(views(), current) }
      }
      return this.#cache!.targets
    }
    this.element = h(
      'dialog.palette',
      { 'aria-label': 'Jump to' },
      this.#input,
      this.#list,
      this.#status,
      h(
        'p.palette-keys',
        {},
        h('kbd', {}, '↑'),
        h('kbd', {}, '↓'),
        ' select, ',
        h('kbd', {}, 'Enter'),
        ' open, ',
        h('kbd', {}, 'Esc'),
        ' close',
      ),
    )
    this.#input.addEventListener('input', () => this.#draw(0))
    this.element.addEventListener('keydown', (event) => this.#key(event))
    this.#list.addEventListener('click', (event) => {
      const index = (event.target as Element).closest('.target')?.getAttribute('data-index')
      if (index != null) this.#go(Number(index))
    })
    // A click on the backdrop has the dialog itself as its target.
    this.element.addEventListener('click', (event) => event.target === this.element && this.#close())
  }

  /** Opens the dialog, or closes it if it is open. */
  toggle(): void {
    if (this.element.open) return this.#close()
    this.#input.value = ''
    this.element.showModal()
    this.#draw(0)
    this.#input.focus()
  }

  /** Searches again in new data, if the dialog is open. */
  refresh(): void {
    if (this.element.open) this.#draw(this.#active)
  }

  #close(): void {
    // Otherwise the hidden field keeps the focus, and its keys, until the next frame.
    this.#input.blur()
    this.element.close()
  }

  #key(event: KeyboardEvent): void {
    if (event.isComposing) return
    const lastIndex = this.#results.length - 1
    const moves: Readonly<Record<string, () => void>> = {
      ArrowDown: () => this.#draw(this.#active === lastIndex ? 0 : this.#active + 1),
      ArrowUp: () => this.#draw(this.#active === 0 ? Math.max(0, lastIndex) : this.#active - 1),
      Enter: () => this.#go(this.#active),
    }
    if (!Object.hasOwn(moves, event.key)) return
    event.preventDefault()
    moves[event.key]!()
  }

  #go(index: number): void {
    const target = this.#results[index]
    if (target === undefined) return
    this.#close()
    location.hash = target.address
  }

  #draw(active: number): void {
    const words = wordsOf(this.#input.value)
    this.#results = search(this.#targets(), words)
    this.#active = Math.max(0, Math.min(active, this.#results.length - 1))
    const options = this.#results.flatMap((target, index) => {
      const isFirst = target.group !== this.#results[index - 1]?.group
      const option = h(
        'div.target',
        {
          id: `target-${index}`,
          role: 'option',
          'aria-selected': index === this.#active,
          'data-index': index,
          title: `${target.title} ${target.detail}`.trim(),
        },
        target.verbs === null ? null : verbBadges(target.verbs),
        h('span.target-title', {}, ...marked(target.title, words)),
        h('span.target-detail', {}, ...marked(target.detail, words)),
      )
      return isFirst ? [h('div.target-group', { role: 'presentation' }, target.group), option] : [option]
    })
    fill(this.#list, ...options)
    this.#list.hidden = this.#results.length === 0
    const isEmpty = this.#results.length === 0
    this.#status.className = isEmpty ? 'palette-empty' : 'hidden-text'
    this.#status.textContent = isEmpty ? `Nothing matches “${this.#input.value}”` : `${this.#results.length} results`
    if (isEmpty) this.#input.removeAttribute('aria-activedescendant')
    else this.#input.setAttribute('aria-activedescendant', `target-${this.#active}`)
    this.#list.querySelector(`#target-${this.#active}`)?.scrollIntoView({ block: 'nearest' })
  }
}

function targetsOf(views: readonly View[], model: Model): Target[] {
  const { data, rows } = model
  const target = (group: Target['group'], title: string, detail: string, address: string): Target => ({
    group,
    title,
    detail,
    verbs: null,
    address,
    text: `${title} ${detail}`.toLowerCase(),
  })
  return [
    ...views.map((view) => target('Views', view.title, view.about, addressOf(view.id))),
    ...rows.map(({ key, path, endpoint, verbs }) => ({
      ...target('Routes', path, endpoint, addressOf('routes', { route: key })),
      verbs,
      text: [verbs.join(' '), path, endpoint].join(' ').toLowerCase(),
    })),
    ...rows.flatMap(({ helper, path }) =>
      helper === null ? [] : [target('Helpers', helper, path, addressOf('helpers', { name: helper }))],
    ),
    ...(data.manifest?.directs ?? []).map((direct) => {
      const name = helperName(direct.name, 'path', data.helpers)
      const { target: end } = direct
      const detail = typeof end === 'string' ? end : 'callable' in end ? describeCallable(end.callable) : end.route
      return target('Helpers', name, detail, addressOf('helpers', { name }))
    }),
    ...sortProblems(data.problems).map((problem, index) =>
      target('Diagnostics', problem.code, problem.message, addressOf('diagnostics', { at: String(index + 1) })),
    ),
  ]
}

/** Returns the targets that contain all words. In each group, titles that begin with the first word come first. */
function search(targets: readonly Target[], words: readonly string[]): Target[] {
  const hits = targets.filter(({ text }) => words.every((word) => text.includes(word)))
  const [start = ''] = words
  return (['Views', 'Routes', 'Helpers', 'Diagnostics'] as const).flatMap((group) => {
    const members = hits.filter((target) => target.group === group)
    const isPrefix = ({ title }: Target) => title.toLowerCase().replace(/^\//, '').startsWith(start.replace(/^\//, ''))
    return [...members.filter(isPrefix), ...members.filter((target) => !isPrefix(target))].slice(0, MAX_OF_GROUP)
  })
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
}
