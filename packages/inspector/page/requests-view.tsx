// The view of the last requests that the dev server handled, each with its route.
import { signal } from '@preact/signals'
import { explainRequest, type Explanation } from '@turnout/compiler/internal/manifest/explain'
import type { RequestAttributes } from '@turnout/runtime'
import { useEffect, useMemo } from 'preact/hooks'
import type { PageRequest } from '../src/page-data.ts'
import { address, changeParams, toggled } from './address.ts'
import { MatchResult } from './match-result.tsx'
import { Pair } from './pair.tsx'
import { Button, duration, Facts, Marked, MatchLink, Status, statusTone, Toggle, Verbs, type View } from './parts.tsx'
import { isPaused, loadRequests, model, requests } from './source.ts'

/** The requests with an id up to this one are cleared from the list. */
const clearedUpTo = signal(0)

export const requestsView: View = {
  id: 'requests',
  title: 'Requests',
  about: 'The last requests that the dev server has handled for routes. They stay in its memory only.',
  isFor: ({ data }) => data.handlesRequests === true,
  Content() {
    const { data, rows } = model.value!
    useEffect(() => void loadRequests(), [])
    // Each request is explained once for each table.
    const explanations = useMemo(() => new Map<number, Explanation>(), [data])
    const explain = (request: PageRequest): Explanation | null => {
      const { id, method, target } = request
      if (data.manifest !== null && !explanations.has(id)) {
        const explained = { ...attributesOf(request), base: data.base }
        explanations.set(id, explainRequest(data.manifest, method, target, explained))
      }
      return explanations.get(id) ?? null
    }
    const routeOf = (request: PageRequest) => {
      const match = explain(request)?.answers[0]
      return match === undefined ? 'no route' : rows[match.index]!.endpoint
    }
    const items = requests.value.filter(({ id }) => id > clearedUpTo.value).toReversed()
    const shownClasses = (address.value.params['status'] ?? '').split(',').filter(Boolean)
    const classes = [...new Set([...items.map(classOf), ...shownClasses])].toSorted()
    const clear = () => {
      clearedUpTo.value = requests.value.at(-1)?.id ?? 0
      changeParams({ id: null })
    }
    const togglePause = () => {
      isPaused.value = !isPaused.value
      void loadRequests()
    }
    return (
      <Pair
        noun="request"
        placeholder="Method, path, status or controller#action"
        items={items}
        textOf={(request) => `${request.method} ${request.target} ${request.status ?? ''} ${routeOf(request)}`}
        isShown={(request) => shownClasses.length === 0 || shownClasses.includes(classOf(request))}
        keyOf={({ id }) => String(id)}
        parameter="id"
        render={(request) => (
          <>
            <Verbs of={[request.method]} />
            <span class="mono" title={request.target}>
              <Marked text={request.target.split('?')[0]!} />
            </span>
            <small class="mono">{duration(request.ms)}</small>
            <Status of={request.status} />
            <small class="mono">
              <Marked text={routeOf(request)} />
            </small>
          </>
        )}
        detail={(request) => <Request request={request} explanation={explain(request)} />}
        empty={
          isPaused.value
            ? ['The list is paused', 'Press `Pause` again to show the requests since then.']
            : ['No requests yet', 'Open a page of the application in another tab. Its requests appear here.']
        }
        unmatched="Search for fewer letters, or remove a filter."
        unselected="This part shows its route, and the similar routes that did not match."
        gone="The dev server keeps the last 200 requests, until it ends."
      >
        <Toggle label="Pause" isOn={isPaused.value} onClick={togglePause} />
        <Button label="Clear" onClick={clear} />
        {classes.map((name) => {
          const members = items.filter((request) => classOf(request) === name)
          const toggle = () => changeParams({ status: toggled(shownClasses, name) })
          return (
            <Toggle
              key={name}
              label={`${name} ${members.length}`}
              tone={statusTone(members[0]?.status ?? null)}
              isOn={shownClasses.includes(name)}
              onClick={toggle}
            />
          )
        })}
      </Pair>
    )
  },
}

/** Returns the class of a request's status, by which the list is filtered: `4xx` for 404. */
function classOf({ status }: PageRequest): string {
  return status === null ? 'aborted' : `${Math.floor(status / 100)}xx`
}

function Request({ request, explanation }: { request: PageRequest; explanation: Explanation | null }) {
  const { method, target, at, status, ms, location, host } = request
  const isHandled = status !== null && ![400, 404, 405].includes(status)
  return (
    <>
      <h2>
        <Verbs of={[method]} /> <span class="mono">{target}</span>
      </h2>
      <Facts
        of={{
          Status: [<Status of={status} />, status === null && ' The client disconnected.'],
          Time: `${duration(ms)}, at ${new Date(at).toLocaleTimeString()}`,
          Location: location,
        }}
      />
      <MatchLink verb={method} path={target} host={host} />
      {explanation?.answers.length === 0 && isHandled && (
        <p class="soft">
          The application has handled the request without a route of the current table: with middleware, with another
          method from a form field, or with an older table.
        </p>
      )}
      {explanation !== null && <MatchResult explanation={explanation} attributes={attributesOf(request)} />}
    </>
  )
}

function attributesOf({ host, protocol, ip, headers }: PageRequest): RequestAttributes {
  return { ...(host !== null && { host }), ...(ip !== null && { ip }), protocol, headers }
}
