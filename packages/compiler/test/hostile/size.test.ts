import { describe, expect, it } from 'vitest'
import type { Routes } from '../../src/dsl.ts'
import { compileRoutes, type Diagnostic } from '../../src/index.ts'

const codes = (diagnostics: readonly Diagnostic[]) =>
  diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code)
const names = (manifest: { routes: readonly { name: string | null }[] } | null) =>
  manifest?.routes.map(({ name }) => name)

describe('size', () => {
  it('reports ten thousand nested resources, and never overflows the stack', () => {
    const nest = (r: Pick<Routes, 'resources'>, depth: number): void => {
      if (depth > 0) r.resources(`r${depth}`, (inner) => nest(inner, depth - 1))
    }
    const { diagnostics } = compileRoutes((r: Routes) => nest(r, 10_000))
    expect(codes(diagnostics)).toContain('nesting-too-deep')
    expect(new Set(codes(diagnostics))).toEqual(new Set(['nesting-too-deep', 'path-too-long']))
  })

  it('takes 100 nested scopes and 100 nested resources', () => {
    const scopes = (r: Pick<Routes, 'scope' | 'get'>, depth: number): void => {
      if (depth === 0) r.get('end', { to: 'a#b' })
      else r.scope('a', (inner) => scopes(inner, depth - 1))
    }
    expect(compileRoutes((r: Routes) => scopes(r, 100)).manifest?.routes[0]?.pattern).toBe(
      `${'/a'.repeat(100)}/end(.:format)`,
    )
    const resources = (r: Pick<Routes, 'resources'>, depth: number): void => {
      if (depth > 0) r.resources(`r${depth}s`, { only: 'show' }, (inner) => resources(inner, depth - 1))
    }
    expect(compileRoutes((r: Routes) => resources(r, 100)).manifest?.routes).toHaveLength(100)
  })

  it('takes more routes than the arguments of a call can be', () => {
    const { manifest, diagnostics } = compileRoutes((r: Routes) => {
      for (let index = 0; index < 130_000; index += 1) r.get(`a${index}/:id`, { to: 'a#b', as: `a${index}` })
    })
    expect(diagnostics).toEqual([])
    expect(manifest?.routes).toHaveLength(130_000)
  })

  it('takes lists that are longer than the arguments of a call can be', () => {
    const list = Array.from({ length: 130_000 }, (_, index) => `a${index}`)
    const verbs = list.map((name) => name.replace(/\d/g, (digit) => 'ABCDEFGHIJ'[+digit]!))
    const { manifest, diagnostics, code, types } = compileRoutes((r: Routes) => {
      r.concern('none', () => {})
      r.concerns(list.map(() => 'none'))
      r.get('a', { to: 'a#b', as: 'a', defaults: { list } })
      r.get(':b', { to: 'a#b', b: list } as never)
      r.match(':b/*c', { to: 'a#b', via: verbs as never })
      r.resolve(list as never, () => 'a')
    })
    expect(codes(diagnostics)).toEqual([])
    expect(manifest?.resolves).toHaveLength(list.length)
    expect(code).not.toBeNull()
    expect(types).not.toBeNull()
  })

  it.each<[string, (r: Routes) => void]>([
    [
      'concerns that use each other twice',
      (r) => {
        const name = (level: number) => `c${level}`
        for (let level = 0; level < 40; level += 1) {
          r.concern(name(level), (c) => {
            if (level < 39) c.concerns(name(level + 1), name(level + 1))
          })
        }
        r.concerns(name(0))
      },
    ],
    [
      'resources of two names',
      (r) => {
        const nest = (level: number): void => {
          if (level > 0) r.resources('a', 'b', { only: [] }, () => nest(level - 1))
        }
        nest(40)
      },
    ],
    [
      'a loop that never ends',
      (r) => {
        for (;;) r.get('a', { to: 'a#b' })
      },
    ],
  ])('ends %s', (_, block) => {
    const { manifest, diagnostics } = compileRoutes(block)
    expect(manifest).toBeNull()
    expect(diagnostics.find(({ code }) => code === 'too-many-routes')?.location?.file).toMatch(/size\.test\.ts$/)
  })

  it('ends a concern that uses itself, where it does', () => {
    const blocks: ((r: Routes) => void)[] = [
      (r) => r.concern('loop', (c) => c.resources('items', { only: [], concerns: 'loop' })),
      (r) =>
        r.concern('loop', (c) => {
          c.concerns('loop')
          c.concerns('loop')
        }),
      (r) => {
        r.concern('loop', (c) => c.concerns('other', 'other'))
        r.concern('other', (c) => c.concerns('loop', 'loop'))
      },
    ]
    for (const block of blocks) {
      const { manifest, diagnostics } = compileRoutes((r: Routes) => {
        block(r)
        r.concerns('loop')
      })
      expect(manifest).toBeNull()
      expect(diagnostics.length).toBeLessThanOrEqual(2)
      expect(new Set(codes(diagnostics))).toEqual(new Set(['concern-depth']))
      expect(diagnostics[0]!.message).toMatch(/^The concern `loop` uses itself: loop → (?:other → )?loop\.$/)
    }
  })

  it('takes a chain of concerns, and one that is declared anew inside of itself', () => {
    const { manifest, diagnostics } = compileRoutes((r: Routes) => {
      r.concern('c', (c) => {
        c.get('outer', { to: 'a#b' })
        c.concern('c', (inner) => inner.get('inner', { to: 'a#b' }))
        c.concerns('c')
      })
      r.concerns('c')
    })
    expect(codes(diagnostics)).toEqual([])
    expect(names(manifest)).toEqual(['outer', 'inner'])
  })

  it('takes a concern that uses itself a few times', () => {
    const { manifest } = compileRoutes((r: Routes) => {
      r.concern('tree', (c, options) => {
        const depth = options['depth'] as number
        c.get(`d${depth}`, { to: 'a#b' })
        if (depth < 3) c.concerns('tree', { depth: depth + 1 })
      })
      r.concerns('tree', { depth: 1 })
    })
    expect(names(manifest)).toEqual(['d1', 'd2', 'd3'])
  })
})
