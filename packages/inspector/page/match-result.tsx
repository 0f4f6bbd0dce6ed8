// The route that matches a request, and the reasons why similar routes do not. Two views show it.
import { useSignal } from '@preact/signals'
import type { Answer, Explanation } from '@turnout/compiler/internal/manifest/explain'
import { suggestRequests, type Suggestion } from '@turnout/compiler/internal/manifest/explain/suggest'
import { describeEndpoint, describeValue } from '@turnout/compiler/internal/manifest/print/describe'
import { isSure, onlyIf, reasonOf, similarRoutes } from '@turnout/compiler/internal/manifest/print/misses'
import type { RequestAttributes } from '@turnout/runtime'
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { addressOf } from './address.ts'
import { count, Facts, HelperLink, Place, Prose, RouteLink, Verbs } from './parts.tsx'
import { model } from './source.ts'

/** The number of similar routes that are shown: nobody reads more. */
const MAX_MISSES = 40

/** Similar requests appear when nobody has typed for so long: their search takes longer than the other steps together. */
const SUGGESTIONS_MS = 150

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
      <Suggestions explanation={explanation} attributes={attributes} />
      <Misses {...explanation} path={path} />
    </>
  )
}

function Match({ answer, isFirst, asGet }: { answer: Answer; isFirst: boolean; asGet: boolean }) {
  const { rows, actionSource } = model.value!
  const { route, index, params, rest } = answer
  const { helper, endpoint } = rows[index]!
  const condition = onlyIf(answer).replace(/^, (\w)/, (_, letter: string) => letter.toUpperCase())
  const values = Object.entries(params).map(([name, value]) => [`:${name}`, <code>{describeValue(value)}</code>])
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

/** Links to similar requests that routes match. */
function Suggestions({ explanation, attributes }: ResultProps) {
  const { manifest, base } = model.value!.data
  const suggestions = useSignal<readonly Suggestion[]>([])
  useEffect(() => {
    suggestions.value = []
    const suggest = () => (suggestions.value = suggestRequests(manifest!, explanation, attributes))
    const timer = setTimeout(suggest, SUGGESTIONS_MS)
    return () => clearTimeout(timer)
  }, [explanation])
  if (suggestions.value.length === 0) return null
  return (
    <>
      <h3>Did you mean?</h3>
      {suggestions.value.map(({ method, path, route }) => (
        <p class="suggestion">
          <Verbs of={[method]} />{' '}
          <a class="mono" href={addressOf('who', { verb: method, path: base + path })}>
            {base + path}
          </a>{' '}
          {describeEndpoint(route)}
        </p>
      ))}
    </>
  )
}

function Misses(explanation: Explanation & { readonly path: string }) {
  const { rows, hueOf } = model.value!
  const { answers, method, path } = explanation
  const { routes: listed, isFar } = similarRoutes(explanation)
  if (listed.length === 0) return null
  const noun = answers.length === 0 ? 'similar route' : 'earlier route'
  const title = `${count(listed.length, noun)} that ${listed.length === 1 ? 'does' : 'do'} not match`
  return (
    <>
      <h3>{isFar ? 'The nearest routes' : title}</h3>
      <ol class="card misses">
        {listed.slice(0, MAX_MISSES).map(({ route, index, miss }) => (
          <li class={`hue-${hueOf(rows[index]!.controller)}`}>
            <small>{index + 1}</small>
            <span>
              <RouteLink row={rows[index]!} /> <small class="mono">{rows[index]!.endpoint}</small>
            </span>
            <span class="soft">{reasonOf(route, miss, method, path)}</span>
          </li>
        ))}
      </ol>
      {listed.length > MAX_MISSES && <p class="soft">{count(listed.length - MAX_MISSES, 'more route')} like these</p>}
    </>
  )
}
