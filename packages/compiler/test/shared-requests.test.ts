import { describe, expect, test } from 'vitest'
import { compileRoutes, explainRequest, type Block } from '../src/index.ts'
import { routeMatches, SharedRequests } from '@turnout/manifest'
import { randomTable } from './analyse/random-table.ts'
import { randomNumbers } from '../../runtime/test/random.ts'

const manifestOf = (block: Block) => compileRoutes(block, { callables: 'by-name' }).manifest!

function sharedIn(block: Block): string[] {
  const manifest = manifestOf(block)
  const shared = new SharedRequests(manifest)
  return manifest.routes.flatMap((route, index) =>
    shared.of(index).map(({ by, method, path, isConditional }) => {
      return `${manifest.routes[by]!.pattern} ${isConditional ? 'may take' : 'takes'} ${method} ${path} from ${route.pattern}`
    }),
  )
}

describe('requests that routes share', () => {
  test('a literal takes its own word from a param', () => {
    expect(sharedIn((r) => r.resources('photos', { format: false }))).toEqual([
      '/photos/new takes GET /photos/new from /photos/:id',
    ])
  })

  test('of several that take the same, the first is named', () => {
    const block: Block = (r) => {
      r.get('a/:x', { to: 'a#x', format: false })
      r.get('a/b', { to: 'a#b', format: false })
      r.get(':y/b', { to: 'y#b', format: false })
    }
    expect(sharedIn(block)).toEqual(['/a/:x takes GET /a/b from /a/b', '/a/:x takes GET /a/b from /:y/b'])
  })

  test('a function may leave the request to the later route', () => {
    const block: Block = (r) => {
      r.constraints(
        function inOffice() {
          return true
        },
        () => r.get('a', { to: 'a#a', format: false }),
      )
      r.get(':x', { to: 'x#x', format: false })
    }
    expect(sharedIn(block)).toEqual(['/a may take GET /a from /:x'])
  })

  test('verbs and requirements keep routes apart, and of conditions nothing is said', () => {
    const block: Block = (r) => {
      r.post('a', { to: 'a#a', format: false })
      r.get(':x', { to: 'x#x', format: false, x: /\d+/ })
      r.get(':y', { to: 'y#y', format: false, y: /[a-z]+/ })
      r.constraints({ subdomain: 'api' }, () => r.get('b', { to: 'b#b', format: false }))
    }
    expect(sharedIn(block)).toEqual([])
  })

  test('what is said of random tables is so', () => {
    const random = randomNumbers(7)
    let said = 0
    for (let table = 0; table < 120; table += 1) {
      const manifest = randomTable(random)
      const shared = new SharedRequests(manifest)
      manifest.routes.forEach((route, index) => {
        for (const { by, method, path } of shared.of(index)) {
          said += 1
          expect(by).toBeLessThan(index)
          expect(explainRequest(manifest, method, path).answers[0]!.index).toBe(by)
          expect(routeMatches(route, path)).toBe(true)
          expect(route.verbs.length === 0 || route.verbs.includes(method)).toBe(true)
        }
      })
    }
    expect(said).toBeGreaterThan(50)
  })
})
