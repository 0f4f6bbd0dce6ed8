// The route that matches a request, and the reasons why similar routes do not. Two views show it.
import { useSignal } from '@preact/signals'
import type { Answer, Explanation } from '@turnout/compiler/internal/manifest/explain'
import { suggestRequests, type Suggestion } from '@turnout/compiler/internal/manifest/explain/suggest'
import { describeEndpoint, printValue } from '@turnout/compiler/internal/manifest/print/describe'
import { isSure, onlyIf, reasonOf, SHOWN_ROUTES, similarRoutes } from '@turnout/compiler/internal/manifest/print/misses'
import type { RequestAttributes } from '@turnout/runtime'
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { addressOf } from './address.ts'
import { count, Facts, HelperLink, Place, Prose, RouteLink, Verbs } from './parts.tsx'
import { model } from './source.ts'

/** Similar requests and routes appear when nobody has typed for so long: their search takes longer than the other steps. */
const SIMILAR_MS = 150

interface ResultProps {
  readonly explanation: Explanation
  /** The attributes of the explained request. */
  readonly attributes: RequestAttributes
}

export function MatchResult({ explanation, attributes }: ResultProps) {
  const { method, path, status, answers, asGet, allowedMethods, outsideOf } = explanation
  if (path === null) {
    const isLong = status === 'uri-too-long'
    return (
      <article class="card refused verdict">
        <h2>Refused with {isLong ? 414 : 400}</h2>
        {isLong ? 'The path is longer than 64 KiB.' : 'The path is malformed, or escapes the root with . or ..'}
      </article>
    )
  }
  return (
    <>
      {answers.length === 0 && (
        <article class="card refused verdict">
          <h2>No route matches</h2>
          <p class="mono">
            {method} {path}
          </p>
          {outsideOf !== null && `The path is outside of the base ${outsideOf}.`}
          {allowedMethods.length > 0 && ['The path supports ', <Verbs of={allowedMethods} />]}
        </article>
      )}
      {answers.map((answer, position) => (
        <Match answer={answer} isFirst={position === 0} asGet={asGet} />
      ))}
      {answers.length > 0 && !isSure(answers.at(-1)!) && <p class="soft">Otherwise no route matches.</p>}
      <Similar explanation={explanation} attributes={attributes} />
    </>
  )
}

function Match({ answer, isFirst, asGet }: { answer: Answer; isFirst: boolean; asGet: boolean }) {
  const { rows, actionSource } = model.value!
  const { route, index, params, rest } = answer
  const { helper, endpoint } = rows[index]!
  const condition = onlyIf(answer).replace(/^, (\w)/, (_, letter: string) => letter.toUpperCase())
  const values = Object.entries(params).map(([name, value]) => [`:${name}`, <code>{printValue(value)}</code>])
  return (
    <article class="card verdict">
      <p class="soft">{isFirst ? 'Matched by' : 'Otherwise by'}</p>
      <h2 class="mono">{endpoint}</h2>
      {condition !== '' && (
        <p class="condition">
          <Prose text={`${condition}. The page calls no function.`} />
        </p>
      )}
      <Facts
        of={{
          Route: [<RouteLink row={rows[index]!} />, ` (number ${index + 1})`],
          Helper: helper && <HelperLink name={helper} />,
          'Declared at': route.location && <Place at={route.location} />,
          'Handled at': actionSource(route) && <Place at={actionSource(route)} />,
          'Left over': rest,
          HEAD: asGet ? 'is answered as GET, because no route is for it' : null,
          ...(Object.fromEntries(values) as Record<string, JSX.Element>),
        }}
      />
    </article>
  )
}

/** Similar requests that routes match, and the similar routes that do not match this one. */
function Similar({ explanation, attributes }: ResultProps) {
  const { manifest } = model.value!.data
  const similar = useSignal<JSX.Element | null>(null)
  useEffect(() => {
    similar.value = null
    const timer = setTimeout(() => {
      similar.value = (
        <>
          <Suggestions of={suggestRequests(manifest!, explanation, attributes)} />
          <Misses {...explanation} {...similarRoutes(explanation)} />
        </>
      )
    }, SIMILAR_MS)
    return () => clearTimeout(timer)
  }, [explanation])
  return similar.value
}

/** Buttons that open a similar request. */
function Suggestions({ of: suggestions }: { of: readonly Suggestion[] }) {
  const { base } = model.value!.data
  if (suggestions.length === 0) return null
  return (
    <>
      <h3>Did you mean?</h3>
      <p class="suggestions">
        {suggestions.map(({ method, path, route }) => (
          <button type="button" onClick={() => (location.hash = addressOf('who', { verb: method, path: base + path }))}>
            <Verbs of={[method]} /> <span class="mono">{base + path}</span> <small>{describeEndpoint(route)}</small>
          </button>
        ))}
      </p>
    </>
  )
}

function Misses({ answers, method, path, routes, isFar }: Explanation & ReturnType<typeof similarRoutes>) {
  const { rows, hueOf } = model.value!
  if (routes.length === 0) return null
  const noun = answers.length === 0 ? 'similar route' : 'earlier route'
  const title = `${count(routes.length, noun)} that ${routes.length === 1 ? 'does' : 'do'} not match`
  const omittedCount = routes.length - SHOWN_ROUTES
  return (
    <>
      <h3>{isFar ? 'The nearest routes' : title}</h3>
      <ol class="card misses">
        {routes.slice(0, SHOWN_ROUTES).map(({ route, index, miss }) => (
          <li class={`hue-${hueOf(rows[index]!.controller)}`}>
            <small>{index + 1}</small>
            <span>
              <RouteLink row={rows[index]!} /> <small class="mono">{rows[index]!.endpoint}</small>
            </span>
            <span class="soft">{reasonOf(route, miss, method, path!)}</span>
          </li>
        ))}
      </ol>
      {omittedCount > 0 && <p class="soft">{count(omittedCount, 'more route')} like these</p>}
    </>
  )
}
