// The view of the diagnostics: all problems of the route files, errors first.
import type { Location } from '@turnout/compiler/internal/manifest/manifest'
import type { PageProblem } from '../src/page-data.ts'
import { Code, count, Empty, Facts, OpenInEditor, Place, Prose, type View } from './parts.tsx'
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

function Problem(props: PageProblem) {
  const { severity, code, message, why, fix, see, location, frame, related, occurrences, stack } = props
  return (
    <article class={`card problem ${severity}`} aria-label={`${severity}: ${code}`}>
      <b class="badge">{severity}</b> <span class="mono soft">{code}</span>
      <h2>
        <Prose text={message} />
      </h2>
      <Source at={location} frame={frame} />
      <Facts
        of={{
          Why: <Prose text={why} />,
          Fix: <Prose text={fix} />,
          See: <OpenInEditor name={see.name} path={see.opens ? see.name : null} label={see.name} />,
        }}
      />
      {related.map(({ message, location, frame }) => (
        <div class="related">
          <Prose text={message} />
          <Source at={location} frame={frame} />
        </div>
      ))}
      {stack !== undefined && <Code label="Stack" text={stack.join('\n')} />}
      {occurrences !== undefined && (
        <details>
          <summary>All {occurrences.length} places</summary>
          {occurrences.map(({ message, location }) => (
            <p>
              <Prose text={message} /> <Place at={location} />
            </p>
          ))}
        </details>
      )}
    </article>
  )
}

/** A location with the lines around it, in which its own line and the caret below are marked. */
function Source({ at, frame }: { at: Location | null; frame: string | null }) {
  const toneOfLine = (line: string) => (line.startsWith('>') ? 'here' : /^ +\| *\^+$/.test(line) ? 'caret' : '')
  const lines = frame?.split('\n').map((line) => <span class={toneOfLine(line)}>{`${line}\n`}</span>)
  return (
    <>
      <Place at={at} />
      {lines && <Code label="Source" text={lines} />}
    </>
  )
}
