// The view of the diagnostics: all problems of the route files, errors first, as `turnout check` prints them.
import type { PageProblem } from '../src/page-data.ts'
import { Code, count, Empty, Place, type View } from './parts.tsx'
import { model } from './source.ts'

const SEVERITIES = ['error', 'warning', 'hint'] as const

export const diagnosticsView: View = {
  id: 'diagnostics',
  title: 'Diagnostics',
  about: 'The problems in the current route files, the most severe first.',
  count({ data: { problems } }) {
    const worst = SEVERITIES.find((severity) => problems.some((problem) => problem.severity === severity))
    return worst === undefined ? null : [problems.length, worst]
  },
  Content() {
    const { problems, omittedProblems = 0 } = model.value!.data
    const groups = SEVERITIES.map((severity) => problems.filter((problem) => problem.severity === severity))
    const counts = groups.flatMap((group) => (group.length === 0 ? [] : [count(group.length, group[0]!.severity)]))
    return (
      <section class="sheet diagnostics" aria-label="Diagnostics" tabIndex={0}>
        {problems.length === 0 ? (
          <Empty
            title="There are no problems"
            text="Errors, warnings and hints appear here when you save a route file."
          />
        ) : (
          <p role="status">{counts.join(', ')}</p>
        )}
        {groups.flat().map((problem) => (
          <Problem {...problem} />
        ))}
        {omittedProblems > 0 && <p>{omittedProblems} more are not listed: most of so many have one cause.</p>}
      </section>
    )
  },
}

/** A problem as text, in which the line of its location and the mark below stand out. */
function Problem({ severity, code, location, text }: PageProblem) {
  const toneOfLine = (line: string) => (line.startsWith('>') ? 'here' : /^ +\| *\^+$/.test(line) ? 'caret' : '')
  const lines = text.split('\n').map((line) => <span class={toneOfLine(line)}>{`${line}\n`}</span>)
  return (
    <article class={`card problem ${severity}`} aria-label={`${severity}: ${code}`}>
      <b class="badge">{severity}</b> <Place at={location} />
      <Code label="Problem" text={lines} />
    </article>
  )
}
