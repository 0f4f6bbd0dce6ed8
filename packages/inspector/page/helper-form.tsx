// A form that calls the helpers of a route with values of the user, and shows the results in forms to copy.
import { useSignal } from '@preact/signals'
import { answersTo } from '@turnout/compiler/internal/manifest/explain'
import { helperParams } from '@turnout/compiler/internal/manifest/helpers'
import type { Json, ManifestRoute } from '@turnout/compiler/internal/manifest/manifest'
import { describeEndpoint } from '@turnout/compiler/internal/manifest/print/describe'
import { helperName } from '@turnout/compiler/internal/names/helper-name'
import { matchingFlags } from '@turnout/compiler/internal/patterns/requirement'
import { helperRoute } from '@turnout/compiler/internal/phases/5-emit/helper-route'
import { path, checkRequirements, patternRoute, url, type NamedRoute } from '@turnout/runtime'
import { argumentsOf, curlOf, paramsFrom, sampleParams, type ParamValues } from './helper-values.ts'
import { Copyable, MatchLink } from './parts.tsx'
import { model, SERVER_ORIGIN } from './source.ts'

type Values = Readonly<Record<string, Json>>

/** The fields for options. Their names begin with a space, so that no parameter has them. */
const OPTION_FIELDS = [
  [' query', 'query', 'page=2'],
  [' anchor', 'anchor', 'top'],
  [' host', 'host (for the URL)', 'example.org'],
  [' protocol', 'protocol', 'https'],
] as const

interface FormProps {
  readonly route: ManifestRoute
  /** The name of the helpers; null for a route without a name, which has a path all the same. */
  readonly name: string | null
  /** The options that a `direct` defines for its route; null for the helpers of the route itself. */
  readonly directOptions?: Values | null
  /** Shows a `curl` command with this method, and no fields for options. */
  readonly method?: string
}

export function HelperForm({ route, name, directOptions = null, method }: FormProps) {
  const { base, helpers: style } = model.value!.data
  const params = helperParams(route)
  const isRequired = (param: (typeof params)[number]) =>
    param.required && !Object.hasOwn(directOptions ?? {}, param.name)
  // Required fields start with a value that the route accepts, so that the form shows a result at once.
  const values = useSignal<ParamValues>(sampleParams(route, params.filter(isRequired)))
  const paramFields = params.map((param) => {
    const label = isRequired(param) ? param.name : `${param.name} (optional)`
    return [param.name, label, param.name === 'format' ? 'json' : ''] as const
  })
  const [query, anchor, host, protocol] = OPTION_FIELDS.map(([field]) => values.value[field]?.trim() ?? '')
  const urlOptions: Values = {
    ...(query && { query: Object.fromEntries(new URLSearchParams(query)) }),
    ...(anchor && { anchor }),
  }
  const namedRoute = asNamedRoute(route, base)
  const call = (kind: 'path' | 'url', options: Values) => {
    const label = name === null ? 'path' : helperName(name, kind, style)
    const helper = kind === 'path' ? path(label, namedRoute) : url(label, namedRoute)
    const paramValues = paramsFrom(params, values.value)
    const [first, second] =
      directOptions === null ? [paramValues, options] : [directOptions, { ...paramValues, ...options }]
    const text = directOptions === null ? argumentsOf(paramValues, options, params.length) : argumentsOf({}, second, 0)
    const build = () => helper(first, second)
    return <Result call={name === null ? null : `${label}(${text})`} build={build} route={route} method={method} />
  }
  return (
    <form onSubmit={(event) => event.preventDefault()}>
      <div class="fields">
        {[...paramFields, ...(method === undefined ? OPTION_FIELDS : [])].map(([field, label, example]) => (
          <label key={field}>
            {label}
            <input
              value={values.value[field] ?? ''}
              placeholder={example && `e.g. ${example}`}
              autocomplete="off"
              spellcheck={false}
              onInput={({ currentTarget: { value } }) => (values.value = { ...values.value, [field]: value })}
            />
          </label>
        ))}
      </div>
      <div class="output" aria-live="polite">
        {call('path', urlOptions)}
        {host && call('url', { ...urlOptions, host, ...(protocol && { protocol }) })}
      </div>
    </form>
  )
}

interface ResultProps extends Pick<FormProps, 'route'> {
  /** The call as code. */
  readonly call: string | null
  /** @throws TypeError as the helper does */
  readonly build: () => string
  readonly method: string | undefined
}

function Result({ call, build, route, method }: ResultProps) {
  const { manifest, base } = model.value!.data
  const callCode = call !== null && <Copyable text={call} label="Copy call" />
  let built
  try {
    built = build()
  } catch (error) {
    return (
      <article class="card refused">
        {callCode}
        <p class="value">{error instanceof Error ? error.message : String(error)}</p>
      </article>
    )
  }
  const verb = method ?? route.verbs[0] ?? 'GET'
  const answers = answersTo(manifest!, verb, built, { base })
  return (
    <article class="card">
      {callCode}
      <Copyable text={built} label="Copy" isMain />
      {method !== undefined && <Copyable text={curlOf(method, SERVER_ORIGIN + built)} label="Copy curl" />}
      {built.startsWith('/') && !answers.some((answer) => answer.route === route) && (
        <p class="condition">
          {answers.length === 0
            ? 'With these values, no route matches the path.'
            : `With these values, another route matches: ${describeEndpoint(answers[0]!.route)}.`}
        </p>
      )}
      <MatchLink verb={verb} path={built} />
    </article>
  )
}

/** Returns the route in the form that the emitted module contains, so that the form builds the same URLs as the module. */
function asNamedRoute(route: ManifestRoute, base: string): NamedRoute {
  const { requirements, ...rest } = helperRoute(route, base)
  const tests = Object.entries(requirements).map(([name, { source, flags }]) => {
    return [name, new RegExp(`^(?:${source})$`, matchingFlags(flags))] as const
  })
  return patternRoute({ ...rest, check: checkRequirements(Object.fromEntries(tests)) })
}
