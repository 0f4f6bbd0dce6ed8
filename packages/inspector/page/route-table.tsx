// The route table: a line for each route, and for each group of routes.
import type { ComponentChildren } from 'preact'
import { address, addressOf, proofAddress } from './address.ts'
import { LazyRows } from './lazy-rows.tsx'
import type { RouteRow } from './model.ts'
import { count, HelperLink, Marked, Pattern, Place, Verbs } from './parts.tsx'
import { model } from './source.ts'

const COLUMNS = {
  number: '#',
  verb: 'Verb',
  path: 'Path',
  name: 'Helper',
  endpoint: 'Handled by',
  where: 'Declared at',
}

/** A line of the table: a route, or the heading of the routes with the same controller. */
type Line = { readonly title: string; readonly rows: readonly RouteRow[] } | { readonly row: RouteRow; isLast: boolean }

/** Groups the routes by controller, in the order of each controller's first route. */
function groupedLines(rows: readonly RouteRow[]): Line[] {
  const groups = new Map<string, RouteRow[]>()
  for (const row of rows) {
    const title = row.controller ?? (row.route.endpoint?.kind === 'redirect' ? 'Redirects' : 'Functions and apps')
    const group = groups.get(title)
    if (group === undefined) groups.set(title, [row])
    else group.push(row)
  }
  return [...groups].flatMap(([title, group]) => [{ title, rows: group }, ...linesOf(group)])
}

function linesOf(rows: readonly RouteRow[]): Line[] {
  return rows.map((row, index) => ({ row, isLast: index === rows.length - 1 }))
}

/** A table of routes. Its rows are stops on the track of their controller. */
export function RouteTable({ rows, isGrouped }: { rows: readonly RouteRow[]; isGrouped: boolean }) {
  const lines = isGrouped ? groupedLines(rows) : linesOf(rows)
  const render = (line: Line, index: number) =>
    'row' in line ? <Route {...line} position={index + 2} /> : <Group {...line} position={index + 2} />
  return (
    <div class="scroller" tabIndex={0} role="region" aria-label="Table">
      <table aria-label="Routes" aria-rowcount={lines.length + 1}>
        <thead>
          <tr>
            {Object.entries(COLUMNS).map(([name, title]) => (
              <th class={name}>{title}</th>
            ))}
          </tr>
        </thead>
        <LazyRows as="tbody" items={lines} height={38} render={render} />
      </table>
    </div>
  )
}

function Group({ title, rows, position }: { title: string; rows: readonly RouteRow[]; position: number }) {
  return (
    <tr class={`group hue-${model.value!.hueOf(rows[0]!.controller)}`} aria-rowindex={position}>
      <th colSpan={6}>
        {title} <small>{count(rows.length, 'route')}</small>
      </th>
    </tr>
  )
}

function Route({ row, position, isLast }: { row: RouteRow; position: number; isLast: boolean }) {
  const { finding, helper, endpoint } = row
  const href = addressOf('routes', { ...address.value.params, route: row.key })
  /** Opens the route. Links and buttons of the row have their own actions, and text can be selected. */
  const open = ({ target }: Event) => {
    if ((target as Element).closest('a, button') !== null || getSelection()?.isCollapsed === false) return
    location.hash = href
  }
  const cells: Readonly<Record<keyof typeof COLUMNS, ComponentChildren>> = {
    number: row.index + 1,
    verb: <Verbs of={row.verbs} />,
    path: <Path row={row} href={href} />,
    name: helper === null ? <i>unnamed</i> : <HelperLink name={helper} />,
    endpoint: <Marked text={endpoint} />,
    where: <Place at={row.route.location} />,
  }
  const classes = [isLast && 'last', finding !== null && 'beaten'].filter(Boolean).join(' ')
  const hue = model.value!.hueOf(row.controller)
  return (
    <tr class={`route hue-${hue} ${classes}`} aria-rowindex={position} onClick={open}>
      {Object.entries(cells).map(([name, cell]) => (
        <td class={name}>{cell}</td>
      ))}
    </tr>
  )
}

function Path({ row, href }: { row: RouteRow; href: string }) {
  const { finding, details } = row
  const isSelected = row.key === address.value.params['route']
  const mark = finding?.kind === 'shadowed' ? 'shadowed' : 'unreachable'
  return (
    <>
      <a class="stop" href={href} title={row.path} aria-current={isSelected ? 'true' : undefined}>
        <Pattern of={row.path} />
      </a>
      {finding !== null && (
        <a class={`mark ${mark}`} href={proofAddress(finding)}>
          {mark}
        </a>
      )}
      {details !== '' && (
        <small class="mono" title={details}>
          <Marked text={details} />
        </small>
      )}
    </>
  )
}
