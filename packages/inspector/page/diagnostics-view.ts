// The view of the diagnostics: all problems of the route files, errors first.
import type { Location } from '@turnout/compiler/internal/manifest/manifest'
import type { PageProblem } from '../src/page-data.ts'
import { count, fill, h } from './dom.ts'
import type { Model } from './model.ts'
import { codeFrameOf, empty, fileOf, placeOf, prose } from './parts.ts'
import type { View } from './view.ts'

const SEVERITIES = ['error', 'warning', 'hint'] as const

/** The number of diagnostics shown at once. A table can have thousands, mostly with one cause. */
const STEP = 40

/** Returns the problems in the order of the view: errors, warnings, hints. */
export function sortProblems(problems: readonly PageProblem[]): PageProblem[] {
  return SEVERITIES.flatMap((severity) => problems.filter((problem) => problem.severity === severity))
}

/** Shows the diagnostics of the route files, with code frames. */
export class DiagnosticsView implements View {
  readonly id = 'diagnostics'
  readonly title = 'Diagnostics'
  readonly about = 'The problems in the current route files, the most severe first.'
  readonly element = h('section.view.diagnostics.sheet', { 'aria-label': 'Diagnostics', tabindex: 0 })
  #model: Model | null = null
  #limit = STEP

  count({ data: { problems } }: Model) {
    const worst = SEVERITIES.find((severity) => problems.some((problem) => problem.severity === severity))
    if (worst === undefined) return null
    return { number: problems.length, ...(worst !== 'hint' && { tone: worst }) }
  }

  take(model: Model): void {
    this.#model = model
    const { problems, omittedProblems = 0 } = model.data
    if (problems.length === 0) {
      fill(
        this.element,
        empty('There are no problems', 'Errors, warnings and hints appear here when you save a route file.', {
          picture: 'clear',
        }),
      )
      return
    }
    const sorted = sortProblems(problems)
    const counts = SEVERITIES.flatMap((severity) => {
      const countOfSeverity = problems.filter((problem) => problem.severity === severity).length
      return countOfSeverity === 0 ? [] : [count(countOfSeverity, severity)]
    })
    const remaining = sorted.length - this.#limit
    const showMore = () => {
      this.#limit += STEP
      this.take(model)
    }
    fill(
      this.element,
      h('p.found', { role: 'status' }, counts.join(', ')),
      ...sorted.slice(0, this.#limit).map((problem) => this.#card(problem)),
      omittedProblems > 0 &&
        remaining <= 0 &&
        h('p', {}, `${omittedProblems} more are not listed: most of so many have one cause.`),
      remaining > 0 &&
        h(
          'button.quiet',
          { type: 'button', onclick: showMore },
          `Show ${Math.min(STEP, remaining)} more of ${remaining}`,
        ),
    )
  }

  /** `at` is the number of a diagnostic in the list, from 1. */
  show(params: URLSearchParams): void {
    const index = Number(params.get('at')) - 1
    if (this.#model === null || !(index >= 0) || index >= this.#model.data.problems.length) return
    if (index >= this.#limit) {
      this.#limit = Math.ceil((index + 1) / STEP) * STEP
      this.take(this.#model)
    }
    this.element.querySelectorAll('.problem')[index]?.scrollIntoView({ block: 'start' })
  }

  #card(problem: PageProblem): HTMLElement {
    const { severity, code, message, why, fix, see, location, frame, related, occurrences, stack } = problem
    return h(
      `article.problem.is-${severity}`,
      { 'aria-label': `${severity}: ${code}` },
      h('p.code', {}, h('span.severity', {}, severity), h('span.mono', {}, code)),
      h('h2', {}, prose(message)),
      ...this.#place(location, frame),
      h(
        'dl.facts',
        {},
        h('dt', {}, 'Why'),
        h('dd', {}, prose(why)),
        h('dt', {}, 'Fix'),
        h('dd', {}, prose(fix)),
        h('dt', {}, 'See'),
        h('dd', {}, fileOf(see, this.#model!.data.editor)),
      ),
      ...related.map((relatedLocation) =>
        h(
          'div.related',
          {},
          h('p', {}, prose(relatedLocation.message)),
          ...this.#place(relatedLocation.location, relatedLocation.frame),
        ),
      ),
      stack !== undefined && h('pre.frame', { tabindex: 0, 'aria-label': 'Stack' }, stack.join('\n')),
      occurrences !== undefined &&
        h(
          'details.more',
          {},
          h('summary', {}, `All ${occurrences.length} places`),
          h(
            'ul.occurrences',
            {},
            ...occurrences.map((occurrence) =>
              h('li', {}, prose(occurrence.message), ' ', placeOf(occurrence.location, this.#model!.data.editor)),
            ),
          ),
        ),
    )
  }

  #place(location: Location | null, frame: string | null): (HTMLElement | null)[] {
    if (location === null) return []
    return [placeOf(location, this.#model!.data.editor), frame === null ? null : codeFrameOf(frame)]
  }
}
