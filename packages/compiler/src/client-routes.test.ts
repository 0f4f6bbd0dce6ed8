import { describe, expect, test } from 'vitest'
import { checkHelpers } from './checks/check-helpers.ts'
import { clientManifest } from './client-routes.ts'
import { compileBlock } from './compile.ts'
import { emitModule } from './phases/5-emit/emit-module.ts'

const CLIENT_ROUTES = { except: 'admin/*' }

describe('a `direct` whose target is an excluded route', () => {
  const { manifest } = compileBlock((r) => {
    r.get('home', { to: 'pages#home', as: 'home' })
    r.get('about', { to: 'pages#about', as: 'about' })
    r.get('admin', { to: 'admin/pages#home', as: 'admin' })
    // Redefines the helper of a route that clients see.
    r.direct('home', ['admin'])
    r.direct('chained', ['home'])
    r.direct('chained_twice', ['chained'])
    r.direct('round', ['trip'])
    r.direct('trip', ['round'])
    r.direct('visible', ['about'])
    r.resolve('Home', ['home'])
    r.resolve('About', ['about'])
  })
  const client = clientManifest(manifest!, CLIENT_ROUTES)

  test('is excluded, and so are its name and all names that link to it', () => {
    expect(client.directs.map(({ name }) => name)).toEqual(['round', 'trip', 'visible'])
    expect(client.resolves.map(({ model }) => model)).toEqual(['About'])
    expect(client.routes.map(({ name, action }) => [name, action])).toEqual([
      [null, 'home'],
      ['about', 'about'],
    ])
  })

  test('leaves no helper in the client, but the match keeps its name', () => {
    const { code: content } = emitModule(manifest!, { clientRoutes: CLIENT_ROUTES })
    expect(content).not.toMatch(/homePath|chainedPath|chainedTwicePath|admin/)
    expect(content).toContain('aboutPath')
    expect(content).toContain('home')
  })

  test('is named as the reason if the client imports the helper', () => {
    const location = { file: 'src/main.ts', line: 1, column: 1 }
    const uses = ['homePath', 'chainedUrl', 'aboutPath'].map((name) => ({ module: 'virtual:routes', name, location }))
    const problems = checkHelpers(manifest!, uses, { clientRoutes: CLIENT_ROUTES })
    expect(problems.map(({ code, message }) => [code, message.split(' ')[0]])).toEqual([
      ['hidden-helper', '`homePath`'],
      ['hidden-helper', '`chainedUrl`'],
    ])
  })
})

test('a table without excluded routes is the same object', () => {
  const { manifest } = compileBlock((r) => r.resources('photos'))
  expect(clientManifest(manifest!, undefined)).toBe(manifest)
})
