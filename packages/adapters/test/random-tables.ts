import * as fc from 'fast-check'
import { compileRoutes, type Manifest } from '@turnout/compiler'
import { redirect } from '@turnout/compiler/dsl'

const WORDS = ['a', 'b', 'new', 'edit', '7', 'x.json', 'a-b', 'café']

const segment = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...WORDS) },
  { weight: 4, arbitrary: fc.constantFrom(':p', ':q', ':id', ':word', ':strict', ':dotted') },
  {
    weight: 2,
    arbitrary: fc.constantFrom('(:p)', '(b)', '(a/:q)', '(:p(/:q))', ':p-:q', 'a-:p', ':p.html', '*rest', '(*rest)'),
  },
)

/** Paths whose parameters have requirements by their names. */
const routePath = fc
  .array(segment, { maxLength: 4 })
  .map((segments) => segments.join('/'))
  .filter((path) => {
    const names = path.match(/[:*]\w+/g) ?? []
    return new Set(names).size === names.length
  })

const REQUIREMENTS: Readonly<Record<string, RegExp>> = {
  id: /\d+/,
  word: /[a-z]+/,
  strict: /(?!7)\d+/,
  dotted: /[^/]+/,
}

const options = fc.record({
  kind: fc.constantFrom('page', 'page', 'page', 'page', 'server', 'redirect'),
  controller: fc.constantFrom('photos', 'albums', 'admin/users'),
  isConditional: fc.constantFrom(false, false, false, false, true),
  hasFormat: fc.constantFrom(true, false),
  isAnchored: fc.constantFrom(true, true, true, true, true, false),
})

/** Random tables. The route with the number 3 has the action `page3`. */
export const tables = fc
  .array(fc.tuple(routePath, options), { minLength: 1, maxLength: 10 })
  .map((routes): Manifest | null => {
    const { manifest } = compileRoutes(
      (r) => {
        for (const [index, [path, { kind, controller, isConditional, hasFormat, isAnchored }]] of routes.entries()) {
          const requirements = Object.entries(REQUIREMENTS).filter(([name]) => path.includes(`:${name}`))
          const action = `${kind === 'server' ? 'api' : controller}#page${index}`
          r.get(path === '' ? '/' : path, {
            to: kind === 'redirect' ? redirect('/target') : action,
            as: `route${index}`,
            anchor: isAnchored,
            ...(!hasFormat && { format: false }),
            constraints: { ...Object.fromEntries(requirements), ...(isConditional && { subdomain: 'api' }) },
          } as never)
        }
      },
      { severities: { 'unreachable-route': 'off', 'shadowed-route': 'off' } },
    )
    return manifest
  })

/** Paths, most of which some route matches. */
export const paths = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...WORDS, '42', '71', 'zz', 'a-b-c', 'v.html', 'caf%C3%A9', 'A') },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          '',
          '.',
          '..',
          '%',
          '%2F',
          '%2f',
          '%2e%2e',
          'n%65w',
          '%00',
          'a%20b',
          '\\',
          'x'.repeat(3000),
          '%C3',
          '*',
          ':p',
          ';a=1',
          '/example.com',
          '%5Cexample.com',
          '%252F',
          '@example.com',
          'javascript:alert(1)',
          '%u0061',
          '\u202E',
          '__proto__',
          'not-found',
          'layout:photos',
        ),
      },
    ),
    {
      maxLength: 5,
    },
  )
  .map((segments) => `/${segments.join('/')}`)
