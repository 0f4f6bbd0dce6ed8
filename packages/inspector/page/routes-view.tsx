// The view of the route table: its search, its filters and the drawer of the selected route.
import { toneOf } from '@turnout/compiler/internal/manifest/print/palette'
import { address, changeParams, toggled } from './address.ts'
import { followArrows } from './lazy-rows.tsx'
import { Button, countOf, Empty, Search, Toggle, type View } from './parts.tsx'
import { RouteDrawer } from './route-drawer.tsx'
import { RouteTable } from './route-table.tsx'
import { filterRows, FILTERS, type Filter } from './search.ts'
import { model } from './source.ts'

const VERBS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE']

export const routesView: View = {
  id: 'routes',
  title: 'Routes',
  about: 'All routes, by controller or in the order of declaration. The first matching route wins.',
  count: ({ rows }) => [rows.length],
  Content() {
    const { rows } = model.value!
    const { q = '', verb = '', only = '', order = '', route } = address.value.params
    const verbs = verb.split(',').filter((name) => VERBS.includes(name))
    const filter = Object.hasOwn(FILTERS, only) ? (only as Filter) : null
    const shownRows = filterRows(model.value!, { text: q, verbs, filter })
    const toggleVerb = (name: string) => changeParams({ verb: toggled(verbs, name) })
    const isDeclared = order === 'declared'
    const toggleOrder = () => changeParams({ order: isDeclared ? null : 'declared' })
    return (
      <section class="routes" aria-label="Routes" onKeyDown={followArrows}>
        <div class="tools">
          <Search label="Search the routes" placeholder="Name, path, controller#action, or a path like /photos/7" />
          {VERBS.map((name) => (
            <Toggle label={name} tone={toneOf(name)} isOn={verbs.includes(name)} onClick={() => toggleVerb(name)} />
          ))}
          {Object.entries(FILTERS).map(([name, test]) => {
            const size = rows.filter(test).length
            const isOn = filter === name
            const toggle = () => changeParams({ only: isOn ? null : name })
            return (size > 0 || isOn) && <Toggle label={`${name} ${size}`} isOn={isOn} onClick={toggle} />
          })}
          <Toggle label="as declared" isOn={isDeclared} onClick={toggleOrder} />
        </div>
        <p class="found" role="status">
          {countOf(shownRows.length, rows.length, 'route')}
        </p>
        <div class="beside">
          {shownRows.length > 0 ? (
            <RouteTable rows={shownRows} isGrouped={!isDeclared} />
          ) : rows.length === 0 ? (
            <Empty
              title="There are no routes yet"
              text="Declare routes in the route file, such as `r.resources('photos')`. They appear here when you save it."
            />
          ) : (
            <Empty
              title="No route matches the search"
              text="Search for fewer letters, or remove a filter."
              next={
                <Button label="Show all routes" onClick={() => changeParams({ q: null, verb: null, only: null })} />
              }
            />
          )}
          {route !== undefined && <RouteDrawer name={route} />}
        </div>
      </section>
    )
  },
}
