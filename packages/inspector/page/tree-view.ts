// The view of the routes as a tree: its keys and its pointer.
import { NEUTRAL_HUE, toneOf, TREE_LEGEND } from '@turnout/manifest/print'
import { writeAddress } from './address.ts'
import { branchDetail } from './branch-detail.ts'
import { count, fill, h, svg } from './dom.ts'
import type { Model } from './model.ts'
import { emptyTable, patternText } from './parts.ts'
import { placed, treeOf, type Branch, type Placed } from './tree-layout.ts'
import { COLUMN, drawTracks, LINE } from './tree-tracks.ts'
import type { View } from './view.ts'

/** At first, branches are open down to the depth at which the tree has at most this many lines. */
const LINES_AT_FIRST = 70

const ZOOMS = [0.35, 0.5, 0.7, 0.85, 1, 1.25, 1.6, 2]

/**
 * The tree of the routes, drawn as diverging tracks with a branch for each segment. The width of a branch shows its number
 * of routes, and the colour shows their controller. The drawing is an ARIA tree: only visible branches are rendered, and
 * the arrow keys move from branch to branch. `tree-layout.ts` and `tree-tracks.ts` compute the drawing; this file handles
 * keys and the pointer.
 */
export class TreeView implements View {
  readonly id = 'tree'
  readonly title = 'Tree'
  readonly about = `The tree of the paths. ${TREE_LEGEND.branches}`
  readonly element: HTMLElement
  #model: Model | null = null
  #root: Branch | null = null
  readonly #open = new Set<string>()
  #all: readonly Placed[] = []
  /** The index of each branch in `#all`. */
  #places = new Map<Branch, number>()
  #chosen: Branch | null = null
  #zoom = ZOOMS.indexOf(1)
  readonly #shown = new Map<Branch, HTMLElement>()
  readonly #tracks = svg('svg', { class: 'tracks', 'aria-hidden': true })
  readonly #stops = h('div.stops', { role: 'presentation' })
  readonly #canvas = h('div.canvas', { role: 'presentation' }, this.#tracks, this.#stops)
  readonly #scroller = h('div.picture', { role: 'tree', tabindex: 0, 'aria-label': 'Routes by segment' }, this.#canvas)
  readonly #detail = h('div.branch', { 'aria-live': 'polite' })
  readonly #nothing = h('div')
  readonly #zoomText = h('span.zoom-text', { 'aria-live': 'polite' })

  constructor() {
    const button = (label: string, text: string, press: () => void) =>
      h('button.quiet', { type: 'button', 'aria-label': label, title: label, onclick: press }, text)
    this.element = h(
      'section.view.tree',
      { 'aria-label': 'Tree' },
      h(
        'div.tools',
        {},
        h(
          'div.filters',
          { role: 'group', 'aria-label': 'Zoom' },
          button('Zoom out', '−', () => this.#setZoom(this.#zoom - 1)),
          this.#zoomText,
          button('Zoom in', '+', () => this.#setZoom(this.#zoom + 1)),
        ),
        button('Open all branches', 'Open all', () => this.#openAll(true)),
        button('Close all branches', 'Close all', () => this.#openAll(false)),
        legend(),
      ),
      h('div.stage', {}, this.#scroller, this.#detail),
      this.#nothing,
    )
    this.#scroller.addEventListener('scroll', () => this.#show(), { passive: true })
    this.#scroller.addEventListener('keydown', (event) => this.#key(event))
    this.#scroller.addEventListener('click', (event) => this.#click(event))
    this.#scroller.addEventListener(
      'wheel',
      (event) => {
        if (!event.ctrlKey && !event.metaKey) return
        event.preventDefault()
        this.#setZoom(this.#zoom + (event.deltaY < 0 ? 1 : -1))
      },
      { passive: false },
    )
    new ResizeObserver(() => this.#show()).observe(this.#scroller)
    this.#setZoom(this.#zoom)
  }

  take(model: Model): void {
    const isFirst = this.#model === null
    this.#model = model
    this.#root = treeOf(model.rows, model.data.title)
    if (isFirst) this.#openSome(this.#root)
    this.#lay(this.#chosen?.key ?? this.#root.key)
    fill(this.#nothing, model.rows.length === 0 ? emptyTable() : null)
  }

  show(params: URLSearchParams): void {
    const key = params.get('at')
    if (key === null || key === this.#chosen?.key) return
    this.#openTo(key)
    this.#lay(key)
    this.#reveal()
  }

  /** Opens branches level by level, as long as the tree stays small enough. */
  #openSome(root: Branch): void {
    let level: readonly Branch[] = [root]
    let lines = 1
    while (level.length > 0) {
      const addedLines = level.reduce((sum, { children }) => sum + Math.max(0, children.length - 1), 0)
      if (level[0] !== root && lines + addedLines > LINES_AT_FIRST) break
      lines += addedLines
      for (const branch of level) if (branch.children.length > 0) this.#open.add(branch.key)
      level = level.flatMap(({ children }) => children)
    }
  }

  #openAll(isOpen: boolean): void {
    this.#open.clear()
    let level: readonly Branch[] = this.#root === null ? [] : [this.#root]
    while (level.length > 0) {
      for (const branch of level)
        if (branch.children.length > 0 && (isOpen || branch === this.#root)) this.#open.add(branch.key)
      level = level.flatMap(({ children }) => children)
    }
    this.#lay(this.#root?.key ?? '/')
    this.#reveal()
  }

  /** Opens the ancestors of a branch. */
  #openTo(key: string): void {
    const parts = key.split('/').filter((part) => part !== '')
    for (let depth = 0; depth < parts.length; depth += 1)
      this.#open.add(
        `/${parts
          .slice(0, depth)
          .map((part) => `${part}/`)
          .join('')}`,
      )
  }

  #lay(chosen: string): void {
    if (this.#root === null) return
    const { stops, lines } = placed(this.#root, ({ key }) => this.#open.has(key))
    this.#all = stops
    this.#places = new Map(stops.map(({ branch }, index) => [branch, index]))
    const width = (Math.max(...stops.slice(0, 20_000).map(({ branch }) => branch.depth)) + 1.6) * COLUMN
    this.#canvas.style.width = `${width}px`
    this.#canvas.style.height = `${(lines + 0.5) * LINE}px`
    for (const element of this.#shown.values()) element.remove()
    this.#shown.clear()
    this.#choose(stops.find(({ branch }) => branch.key === chosen)?.branch ?? this.#root)
    this.#show()
  }

  #choose(branch: Branch): void {
    this.#chosen = branch
    for (const [otherBranch, element] of this.#shown)
      element.setAttribute('aria-selected', String(otherBranch === branch))
    fill(this.#detail, ...branchDetail(branch, this.#model!.data.editor))
  }

  /** Draws the visible branches, and the selected branch, which assistive technology needs in the document. */
  #show(): void {
    const { scrollTop, clientHeight } = this.#scroller
    const scale = ZOOMS[this.#zoom]!
    const firstLine = scrollTop / scale / LINE - 4
    const lastLine = (scrollTop + clientHeight) / scale / LINE + 4
    const visibleStops = this.#all.filter(
      ({ branch, line }) => (line >= firstLine && line <= lastLine) || branch === this.#chosen,
    )
    const visibleBranches = new Set(visibleStops.map(({ branch }) => branch))
    for (const [branch, element] of this.#shown) {
      if (visibleBranches.has(branch)) continue
      element.remove()
      this.#shown.delete(branch)
    }
    for (const stop of visibleStops) {
      if (this.#shown.has(stop.branch)) continue
      const element = this.#stop(stop)
      this.#shown.set(stop.branch, element)
      this.#stops.append(element)
    }
    // A track that begins above the visible area and ends below it crosses it.
    const tracks = this.#all.filter(({ branch, line }) => {
      const parent = branch.parent === null ? undefined : this.#all[this.#places.get(branch.parent)!]
      return parent !== undefined && line >= firstLine && parent.line <= lastLine
    })
    const placeOf = (branch: Branch) => this.#all[this.#places.get(branch)!]!
    this.#tracks.replaceChildren(...drawTracks(tracks.slice(0, 1500), placeOf, (branch) => this.#hue(branch)))
    const chosen = this.#chosen
    if (chosen !== null) this.#scroller.setAttribute('aria-activedescendant', idOf(chosen, this.#places))
  }

  #stop({ branch, line }: Placed): HTMLElement {
    const hasChildren = branch.children.length > 0
    const siblings = branch.parent?.children ?? [branch]
    const label = branch.labels.join(', ')
    const verbs = [...new Set(branch.routes.flatMap((row) => (row.verbs.length === 0 ? ['ANY'] : row.verbs)))]
    const isOpen = hasChildren && this.#open.has(branch.key)
    const element = h(
      'div.stop',
      {
        class: `stop ${this.#hue(branch)}${branch.routes.length > 0 ? ' has-routes' : ''}`,
        id: idOf(branch, this.#places),
        role: 'treeitem',
        'aria-level': branch.depth + 1,
        'aria-setsize': siblings.length,
        'aria-posinset': siblings.indexOf(branch) + 1,
        'aria-selected': branch === this.#chosen,
        'aria-label': `${label}, ${count(branch.size, 'route')}${verbs.length === 0 ? '' : `, answers ${verbs.join(', ')}`}`,
        ...(hasChildren && { 'aria-expanded': isOpen }),
      },
      h('span.dot'),
      h('span.label', { title: label }, patternText(branch.labels.length > 1 ? `${branch.labels[0]}, …` : label)),
      hasChildren && !isOpen && h('span.closed', {}, `+${branch.size - branch.routes.length}`),
      ...verbs.slice(0, 5).map((verb) => h('span.tick', { class: `tick v-${toneOf(verb)}`, title: verb })),
    )
    element.style.transform = `translate(${branch.depth * COLUMN + 14}px, ${line * LINE + 4}px)`
    return element
  }

  #hue({ controller }: Branch): string {
    return controller === undefined ? `hue-${NEUTRAL_HUE}` : `hue-${this.#model!.hueOf(controller)}`
  }

  #setZoom(zoom: number): void {
    const { scrollTop, clientHeight } = this.#scroller
    const oldScale = ZOOMS[this.#zoom]!
    this.#zoom = Math.max(0, Math.min(ZOOMS.length - 1, zoom))
    const scale = ZOOMS[this.#zoom]!
    this.#canvas.style.zoom = String(scale)
    this.#zoomText.textContent = `${Math.round(scale * 100)} %`
    this.#scroller.scrollTop = ((scrollTop + clientHeight / 2) * scale) / oldScale - clientHeight / 2
    this.#show()
  }

  #click(event: MouseEvent): void {
    const element = (event.target as Element).closest('.stop')
    for (const [branch, shownElement] of this.#shown) {
      if (shownElement !== element) continue
      // A click selects the branch and shows its details. A click on the selected branch opens or closes it.
      if (branch === this.#chosen || branch.routes.length === 0) this.#toggle(branch)
      else this.#go(branch)
      return
    }
  }

  #toggle(branch: Branch): void {
    if (branch.children.length > 0) {
      if (!this.#open.delete(branch.key)) this.#open.add(branch.key)
    }
    this.#lay(branch.key)
    this.#go(branch)
  }

  #go(branch: Branch): void {
    this.#choose(branch)
    writeAddress(this.id, { at: branch.key })
    this.#reveal()
  }

  /** Handles the keys of a tree, by the ARIA Authoring Practices. */
  #key(event: KeyboardEvent): void {
    const chosen = this.#chosen
    if (chosen === null || event.ctrlKey || event.metaKey || event.altKey) return
    const at = this.#places.get(chosen) ?? 0
    const isOpen = this.#open.has(chosen.key)
    const act: Readonly<Record<string, () => void>> = {
      ArrowDown: () => this.#go(this.#all[at + 1]?.branch ?? chosen),
      ArrowUp: () => this.#go(this.#all[at - 1]?.branch ?? chosen),
      ArrowRight: () => {
        if (chosen.children.length > 0 && !isOpen) this.#toggle(chosen)
        else this.#go(chosen.children[0] ?? chosen)
      },
      ArrowLeft: () => {
        if (chosen.children.length > 0 && isOpen && chosen.parent !== null) this.#toggle(chosen)
        else this.#go(chosen.parent ?? chosen)
      },
      Home: () => this.#go(this.#all[0]!.branch),
      End: () => this.#go(this.#all.at(-1)!.branch),
      Enter: () => this.#toggle(chosen),
      ' ': () => this.#toggle(chosen),
      '+': () => this.#setZoom(this.#zoom + 1),
      '-': () => this.#setZoom(this.#zoom - 1),
    }
    if (!Object.hasOwn(act, event.key)) return
    event.preventDefault()
    act[event.key]!()
  }

  /** Scrolls to the selected branch. */
  #reveal(): void {
    const stop = this.#chosen === null ? undefined : this.#all[this.#places.get(this.#chosen) ?? 0]
    if (stop === undefined) return
    const scale = ZOOMS[this.#zoom]!
    const [left, top] = [stop.branch.depth * COLUMN * scale, stop.line * LINE * scale]
    const { scrollTop, scrollLeft, clientHeight, clientWidth } = this.#scroller
    if (top < scrollTop) this.#scroller.scrollTop = top
    else if (top + LINE * scale > scrollTop + clientHeight)
      this.#scroller.scrollTop = top + LINE * scale * 2 - clientHeight
    if (left < scrollLeft) this.#scroller.scrollLeft = left
    else if (left + COLUMN * scale > scrollLeft + clientWidth)
      this.#scroller.scrollLeft = left + COLUMN * scale - clientWidth
    this.#show()
  }
}

/** The methods with the colours of their marks. The exported picture has the same legend. */
function legend(): HTMLElement {
  const items = TREE_LEGEND.methods.map(([label, tone]) =>
    h('li', {}, h('span.tick', { class: `tick v-${tone}`, 'aria-hidden': true }), label),
  )
  return h('ul.legend', { 'aria-label': 'Colours of the methods' }, ...items)
}

function idOf(branch: Branch, positions: ReadonlyMap<Branch, number>): string {
  return `branch-${positions.get(branch) ?? 0}`
}
