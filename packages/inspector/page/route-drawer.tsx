// The parts of one route, and its request in forms to copy, beside the table.
import { describeCallable, printValue } from '@turnout/compiler/internal/manifest/print/describe'
import { useEffect, useRef } from 'preact/hooks'
import type { PageFinding } from '../src/page-data.ts'
import { address, addressOf, proofAddress } from './address.ts'
import { HelperForm } from './helper-form.tsx'
import type { RouteRow } from './model.ts'
import { Button, Empty, Facts, HelperLink, Pattern, Place, Verbs } from './parts.tsx'
import { model } from './source.ts'

/** The number of earlier routes that a warning lists. */
const MAX_EARLIER = 8

const REASONS: Readonly<Record<PageFinding['kind'], string>> = {
  unreachable: 'No request reaches this route, because earlier routes match all of its requests.',
  shadowed: 'An earlier route with a parameter matches this route’s path.',
  unmatchable: 'No request matches this route, because its requirements exclude each other.',
}

/** @param name the key of a route, which the current table may lack */
export function RouteDrawer({ name }: { readonly name: string }) {
  const row = model.value!.rowsByKey.get(name)
  const element = useRef<HTMLDivElement>(null)
  // An action of the user moves the focus into the drawer. An address that opens the page does not.
  useEffect(() => {
    if (document.activeElement !== document.body) element.current!.focus({ preventScroll: true })
  }, [name])
  const close = () => {
    document.querySelector<HTMLElement>('.stop[aria-current]')?.focus()
    location.hash = addressOf('routes', { ...address.value.params, route: null })
  }
  const closeByKey = (event: KeyboardEvent) => event.key === 'Escape' && close()
  return (
    <div
      ref={element}
      class="drawer"
      role="region"
      tabIndex={-1}
      aria-label="The selected route"
      onKeyDown={closeByKey}
    >
      <header>
        <h2>{row === undefined ? name : [<Verbs of={row.verbs} />, ' ', <Pattern of={row.path} />]}</h2>
        <Button label="×" aria-label="Close" title="Close (Esc)" onClick={close} />
      </header>
      {row === undefined ? (
        <Empty title="The table has no such route" text="An edit has removed or changed the route of this address." />
      ) : (
        // Values in the fields survive edits of other routes.
        <Parts key={JSON.stringify([row.route, row.index])} row={row} />
      )}
    </div>
  )
}

function Parts({ row }: { readonly row: RouteRow }) {
  const { rows, actionSource } = model.value!
  const { route, finding } = row
  const helperRow = namedRow(row)
  const note =
    helperRow !== undefined && helperRow !== row && ` of number ${helperRow.index + 1}, which has the same path`
  return (
    <>
      {finding !== null && (
        <div class="note error">
          {REASONS[finding.kind]}{' '}
          <a href={proofAddress(finding)}>
            {finding.witness === null ? 'See why' : `${finding.verb} ${finding.witness}`}
          </a>
          {finding.by.slice(0, MAX_EARLIER).map((index) => (
            <p>
              {index + 1} <Pattern of={rows[index]!.path} /> <Place at={rows[index]!.route.location} />
            </p>
          ))}
        </div>
      )}
      <Facts
        of={{
          Pattern: <span class="mono">{route.pattern}</span>,
          'Handled by': [<span class="mono">{row.endpoint}</span>, ' ', <Place at={actionSource(route)} />],
          Helper: helperRow
            ? [<HelperLink name={helperRow.helper!} />, note]
            : route.name === null
              ? 'none: the route has no name'
              : 'none: a direct redefines it',
          'Declared at': route.location && <Place at={route.location} />,
          Requirements: pairsOf(route.requirements),
          Defaults: pairsOf(route.defaults),
          Conditions: pairsOf(route.conditions),
          Constraints: route.constraints.map((callable) => <div class="mono">{describeCallable(callable)}</div>),
          Matches: route.anchored ? null : 'every path that begins with the pattern',
          Number: `${row.index + 1} of ${rows.length.toLocaleString('en')}`,
        }}
      />
      <h3>Use it</h3>
      <HelperForm route={route} name={helperRow?.route.name ?? null} method={row.verbs[0] ?? 'GET'} />
    </>
  )
}

/** Returns the row itself if it has a helper, and otherwise a row with the same path that has one. */
function namedRow(row: RouteRow): RouteRow | undefined {
  if (row.helper !== null) return row
  const pathOf = ({ route }: RouteRow) => JSON.stringify([route.pattern, route.requirements])
  const path = pathOf(row)
  return model.value!.rows.find((other) => other.helper !== null && pathOf(other) === path)
}

function pairsOf(values: Readonly<Record<string, unknown>>) {
  return Object.entries(values).map(([name, value]) => (
    <div class="mono">
      <em>{name}</em> {printValue(value)}
    </div>
  ))
}
