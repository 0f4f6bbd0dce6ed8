import { describe, expect, it } from 'vitest'
import { compileProject, type CompileHost } from './compile.ts'
import { defineRoutes, type ResourcesBlock, type Routes } from './dsl.ts'
import { compileRoutes, type Diagnostic } from './index.ts'

const codes = (diagnostics: readonly Diagnostic[]) =>
  diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code)
const names = (manifest: { routes: readonly { name: string | null }[] } | null) =>
  manifest?.routes.map(({ name }) => name)

describe('blocks', () => {
  it('returns no manifest if there is an error, but all diagnostics', () => {
    const { manifest, diagnostics } = compileRoutes((r: Routes) => {
      r.match('a', { to: 'a#b' })
      r.get('b')
      r.get('c', { to: 'c#d', as: '1c' })
    })
    expect(manifest).toBeNull()
    expect(codes(diagnostics)).toEqual(['missing-via', 'missing-controller', 'invalid-name'])
  })

  it('restores the scope of a block that failed', () => {
    let declared: string[] = []
    const { diagnostics } = compileRoutes((r: Routes) => {
      r.namespace('admin', () => {
        throw new Error('boom')
      })
      r.get('after', { to: 'after#it', as: 'after it' })
      declared = ['after']
    })
    expect(declared).toEqual(['after'])
    expect(codes(diagnostics)).toEqual(['bad-block', 'invalid-name'])
  })

  it('reports any value that a block throws', () => {
    for (const thrown of [null, undefined, 'text', 42, Symbol('s'), { message: 'no error' }, new Error('e')]) {
      const { diagnostics } = compileRoutes(() => {
        throw thrown
      })
      expect(codes(diagnostics)).toEqual(['bad-block'])
    }
  })

  it('refuses a promise, and a value that is not a block', () => {
    expect(codes(compileRoutes(async () => {}).diagnostics)).toEqual(['async-block'])
    for (const block of [undefined, null, 42, {}, 'routes']) {
      expect(codes(compileRoutes(block as never).diagnostics)).toEqual(['no-routes-file'])
    }
  })

  it('refuses a generator, which would declare no route', () => {
    for (const block of [
      function* (r: Routes) {
        yield r.get('a', { to: 'a#b' })
      },
      async function* (r: Routes) {
        yield r.get('a', { to: 'a#b' })
      },
    ]) {
      for (const outer of [block, (r: Routes) => r.namespace('a', block as never)]) {
        const { manifest, diagnostics } = compileRoutes(outer)
        expect(manifest).toBeNull()
        expect(diagnostics).toMatchObject([
          { code: 'async-block', message: 'The block is a generator, so its body did not run.' },
        ])
      }
    }
    // What returns one of another function has run.
    expect(compileRoutes((r: Routes) => [r.root('a#b')].values()).manifest?.routes).toHaveLength(1)
  })

  it('copies the options when the call is made', () => {
    const { manifest } = compileRoutes((r: Routes) => {
      const defaults: Record<string, string> = {}
      const options: { to: string; via: ('get' | 'post')[]; defaults: typeof defaults } = { to: '', via: [], defaults }
      for (const [name, verb] of [['a', 'get'] as const, ['b', 'post'] as const]) {
        options.to = `${name}#show`
        options.via.splice(0, 1, verb)
        defaults['own'] = name
        r.match(name, options)
      }
    })
    expect(manifest?.routes.map(({ verbs, controller, defaults }) => [verbs, controller, defaults])).toEqual([
      [['GET'], 'a', { own: 'a' }],
      [['POST'], 'b', { own: 'b' }],
    ])
  })

  it('refuses a call after the block has ended', () => {
    let kept: Routes | undefined
    compileRoutes((r: Routes) => (kept = r))
    expect(() => kept!.get('late', { to: 'a#b' })).toThrow('outside-block')
  })

  it('adds a call to the innermost open block, whichever builder it is made on', () => {
    const { manifest } = compileRoutes(
      defineRoutes((r) => {
        r.namespace('a', () => r.namespace('b', () => r.get('c', { to: 'c#d' })))
      }),
    )
    expect(manifest?.routes[0]?.pattern).toBe('/a/b/c(.:format)')
  })
})

describe('draw', () => {
  const draws = {
    api: (r: Routes) => r.resources('photos', { only: 'index' }),
    'admin/users': (r: Routes) => r.draw('api'),
  }

  it('inserts the declarations of the file in its place and scope', () => {
    const { manifest } = compileRoutes(
      (r: Routes) => {
        r.get('first', { to: 'a#b' })
        r.namespace('v1', (v1) => v1.draw('admin/users'))
        r.get('last', { to: 'a#b' })
      },
      { draws },
    )
    expect(names(manifest)).toEqual(['first', 'v1_photos', 'last'])
  })

  it('accepts in a resource the calls that exist only there', () => {
    const { manifest } = compileRoutes((r: Routes) => r.resources('photos', { only: [] }, (p) => p.draw('preview')), {
      draws: { preview: defineRoutes<ResourcesBlock>((photos) => photos.member((m) => m.get('preview'))) as never },
    })
    expect(names(manifest)).toEqual(['preview_photo'])
  })

  it('reports a missing file, and files that draw each other', () => {
    const circle = { a: (r: Routes) => r.draw('b'), b: (r: Routes) => r.draw('a') }
    const { diagnostics } = compileRoutes((r: Routes) => [r.draw('a'), r.draw('toString')], { draws: circle })
    expect(diagnostics.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      'draw-cycle: The route files draw each other in a circle: routes/a → routes/b → routes/a.',
      "draw-not-found: `draw('toString')` found no such route file in `draws`.",
    ])
  })

  it('may use a concern that an earlier drawn file declares', () => {
    const { manifest } = compileRoutes(
      (r: Routes) => {
        r.draw('concerns')
        r.resources('photos', { only: [], concerns: 'commentable' })
      },
      {
        draws: { concerns: (r: Routes) => r.concern('commentable', (c) => c.resources('comments', { only: 'index' })) },
      },
    )
    expect(names(manifest)).toEqual(['photo_comments'])
  })

  it('loads drawn files asynchronously in a project, in order', async () => {
    const drawn: string[] = []
    const host: CompileHost = {
      async draw(name) {
        drawn.push(name)
        return { file: `config/routes/${name}.ts`, block: (r: Routes) => r.get(name, { to: 'a#b' }) }
      },
      locate: () => ({ file: 'config/routes.ts', line: 1, column: 1 }),
      identify: () => null,
    }
    const entry = { file: 'config/routes.ts', block: (r: Routes) => [r.draw('one'), r.draw('two')] }
    const { manifest } = await compileProject(entry, host)
    expect(names(manifest)).toEqual(['one', 'two'])
    expect(drawn).toEqual(['one', 'two'])
  })
})

describe('the manifest', () => {
  it('is deeply frozen', () => {
    const { manifest } = compileRoutes((r: Routes) => r.get('a/:b', { to: 'a#b', b: /x/, defaults: { c: { d: [1] } } }))
    const route = manifest!.routes[0]!
    for (const part of [
      manifest,
      manifest!.routes,
      route,
      route.segments,
      route.requirements['b'],
      route.defaults['c'],
    ]) {
      expect(Object.isFrozen(part)).toBe(true)
    }
  })

  it('is the same for the same input', () => {
    const block = (r: Routes) => r.resources('photos', (photos) => photos.resources('comments'))
    expect(JSON.stringify(compileRoutes(block).manifest)).toBe(JSON.stringify(compileRoutes(block).manifest))
  })

  it('reports an inline callable, unless callables are recorded by name', () => {
    const answer = () => true
    const block = (r: Routes) => r.get('a', { to: answer, constraints: answer })
    expect(codes(compileRoutes(block).diagnostics)).toEqual(['inline-callable'])
    const { manifest } = compileRoutes(block, { callables: 'by-name' })
    expect(manifest?.routes[0]?.endpoint).toEqual({ kind: 'callable', module: 'by-name:', export: 'answer' })
    expect(manifest?.routes[0]?.constraints).toEqual([{ module: 'by-name:', export: 'answer' }])
  })

  it('reads an object with the method `matches` as a callable, not as a map', () => {
    const guard = { matches: () => false }
    const blocks: ((r: Routes) => void)[] = [
      (r) => r.get('a', { to: 'x#y', constraints: guard }),
      (r) => r.constraints(guard, () => r.get('a', { to: 'x#y' })),
      (r) => r.resources('a', { constraints: guard, id: /x/, only: 'index' }),
    ]
    for (const block of blocks) expect(codes(compileRoutes(block).diagnostics)).toEqual(['inline-callable'])
  })
})

describe('options of the application', () => {
  it('omit the routes of forms in API-only mode', () => {
    const { manifest } = compileRoutes((r: Routes) => r.resources('photos'), { apiOnly: true })
    expect(manifest?.routes.map(({ action }) => action)).toEqual([
      'index',
      'create',
      'show',
      'update',
      'update',
      'destroy',
    ])
  })

  it('change the path names', () => {
    const { manifest } = compileRoutes((r: Routes) => r.resource('profile', { only: ['new', 'edit'] }), {
      pathNames: { new: 'neu' },
    })
    expect(manifest?.routes.map(({ pattern }) => pattern)).toEqual([
      '/profile/neu(.:format)',
      '/profile/edit(.:format)',
    ])
  })

  it('add inflections for this compilation only', () => {
    const block = (r: Routes) => r.resources('canvas', { only: ['index', 'show'] })
    const { manifest } = compileRoutes(block, { inflections: (i) => i.uncountable('canvas') })
    expect(names(manifest)).toEqual(['canvas_index', 'canvas'])
    expect(names(compileRoutes(block).manifest)).toEqual(['canvas', 'canva'])
  })
})
