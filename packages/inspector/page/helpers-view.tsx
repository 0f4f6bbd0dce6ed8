// The view of the helpers and their parameters.
import { computed } from '@preact/signals'
import type { ManifestDirect } from '@turnout/compiler/internal/manifest/manifest'
import type { NamedManifestRoute as Named } from '@turnout/compiler/internal/manifest/helpers'
import { describeCallable } from '@turnout/compiler/internal/manifest/print/describe'
import { helperName } from '@turnout/compiler/internal/names/helper-name'
import { pathOf } from '@turnout/compiler/internal/phases/5-emit/emit-custom-urls'
import { directParameters } from '@turnout/compiler/internal/phases/5-emit/emit-types'
import { helperParameterLists } from '@turnout/compiler/internal/phases/5-emit/function-types'
import { HelperForm } from './helper-form.tsx'
import type { Model } from './model.ts'
import { Pair } from './pair.tsx'
import { Code, Copy, Copyable, Marked, Place, RouteLink, type View } from './parts.tsx'
import { model } from './source.ts'

/** A pair of helpers: of a route, or of a `direct`. */
interface Helper {
  readonly name: string
  /** The pattern of the route, or the target of the `direct`. */
  readonly path: string
  readonly of: Named | ManifestDirect
}

export const helpersView: View = {
  id: 'helpers',
  title: 'Helpers',
  about: 'The helpers that virtual:routes exports. Select one to try it.',
  count: () => [helpers.value.length],
  Content: () => (
    <Pair
      noun="helper"
      placeholder="Name or path"
      items={helpers.value}
      textOf={({ name, path }) => `${name}\n${path}`}
      keyOf={({ name }) => name}
      parameter="name"
      render={({ name, path }) => (
        <>
          <b class="wide mono" title={name}>
            <Marked text={name} />
          </b>
          <small class="wide mono" title={path}>
            <Marked text={path} />
          </small>
        </>
      )}
      // Input survives edits of other routes.
      detail={(helper) => <Detail key={JSON.stringify(helper)} of={helper.of} />}
      empty={['No route has a name', 'Routes with a name have helpers. Name a route with the option `as`.']}
      unmatched="Search for fewer letters."
      unselected="This part shows its signature, and a form to try it."
      gone="An edit has removed or renamed it."
    />
  ),
}

/** Computed once for each table, although each change of the address renders the number of helpers. */
const helpers = computed(() => (model.value === null ? [] : helpersOf(model.value)))

function helpersOf({ rows, data: { manifest, helpers: style } }: Model): Helper[] {
  return [
    ...rows.flatMap(({ helper, path, route }) => (helper === null ? [] : [{ name: helper, path, of: route as Named }])),
    ...(manifest?.directs ?? []).map((of) => ({ name: helperName(of.name, 'path', style), path: targetOf(of), of })),
  ]
}

function targetOf({ target }: ManifestDirect): string {
  if (typeof target === 'string') return target
  return `→ ${'callable' in target ? describeCallable(target.callable) : target.route}`
}

function Detail({ of }: Pick<Helper, 'of'>) {
  const { data, rows } = model.value!
  const [pathName, urlName] = (['path', 'url'] as const).map((kind) => helperName(of.name, kind, data.helpers))
  const signatures = (['path', 'url'] as const).flatMap((kind) => {
    const lists =
      'target' in of ? [directParameters(of.target, kind, (module) => module)] : helperParameterLists(of, kind)
    return lists.map((parameters) => `${helperName(of.name, kind, data.helpers)}(${parameters}): string`)
  })
  const row = rows.find(({ route }) => route === of)
  return (
    <>
      <h2 class="mono">
        {pathName} <small>and {urlName}</small>
      </h2>
      <p>
        {row !== undefined ? <RouteLink row={row} /> : 'Declared with direct:'}{' '}
        <span class="mono">{row?.endpoint ?? targetOf(of as ManifestDirect)}</span> <Place at={of.location} />
      </p>
      <h3>Signature</h3>
      <Code label="Signature" text={signatures.join('\n')} />
      <Copy text={signatures.join('\n')} label="Copy signature" />
      <h3>Try it</h3>
      {'target' in of ? <TryDirect {...of} /> : <HelperForm route={of} name={of.name} />}
    </>
  )
}

function TryDirect({ name, target }: ManifestDirect) {
  if (typeof target === 'string') {
    return [pathOf(target), target].map((value) => <Copyable text={value} label="Copy" isMain />)
  }
  if ('callable' in target) return 'A function of the project makes it, which the page does not call.'
  const route = model.value!.rows.find((row) => row.route.name === target.route)?.route
  if (route === undefined) return 'It throws an error, because the route does not exist.'
  return <HelperForm route={route} name={name} directOptions={target.options} />
}
