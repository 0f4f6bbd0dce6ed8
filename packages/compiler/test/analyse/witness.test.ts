import { describe, expect, it } from 'vitest'
import type { Routes } from '../../src/dsl.ts'
import { compileRoutes, explainRequest } from '../../src/index.ts'

/** The request in the message of the one diagnostic, and the action that is said to answer it. */
function exampleIn(block: (r: Routes) => void) {
  const { manifest, diagnostics } = compileRoutes(block)
  const found = diagnostics.filter(({ code }) => code === 'unreachable-route' || code === 'shadowed-route')
  expect(found).toHaveLength(1)
  const [, request, answer] = /(`[^`]+`(?: with .+?)?) goes to `([^`]+)`/.exec(found[0]!.message) ?? []
  return { manifest: manifest!, request, answer }
}

const twice = (constraints: never) => (r: Routes) => {
  r.get('a/:id', { to: 'a#first', constraints })
  r.get('a/new', { to: 'a#second', constraints })
}

describe('the example of an unreachable route', () => {
  it.each<[object, string]>([
    [{}, '`GET /a/new`'],
    [{ subdomain: 'api' }, '`GET http://api.example.org/a/new`'],
    [{ subdomain: ['api', 'www'], domain: 'x.test' }, '`GET http://api.x.test/a/new`'],
    [{ subdomain: false }, '`GET http://example.org/a/new`'],
    [{ subdomain: true }, '`GET http://www.example.org/a/new`'],
    [{ host: 'x.test', port: 3000 }, '`GET http://x.test:3000/a/new`'],
    [{ host: /^admin\.x\.test$/, protocol: 'https://' }, '`GET https://admin.x.test/a/new`'],
    [{ subdomain: /v\d+/ }, '`GET http://v7.example.org/a/new`'],
    // No request of this host has that subdomain, and of no text is known that it fulfils the last.
    [{ host: 'example.org', subdomain: 'api' }, '`GET /a/new` with the `host` `example.org` and the `subdomain` `api`'],
    [{ host: /(?=x)y/ }, '`GET /a/new` with the `host` `/(?=x)y/`'],
    [{ ip: ['10.0.0.1', '10.0.0.2'] }, '`GET /a/new` with the `ip` `10.0.0.1` or `10.0.0.2`'],
    [{ subdomain: 'api', user_agent: /bot/i }, '`GET http://api.example.org/a/new` with the `user_agent` `/bot/i`'],
  ])('has the host and port that it needs: %j', (constraints, request) => {
    const example = exampleIn(twice(constraints as never))
    expect(example).toMatchObject({ request, answer: 'a#first' })
    const [, protocol, host, path] = /^`GET (https?):\/\/([^/]+)([^`]*)`$/.exec(request) ?? []
    if (protocol === undefined) return
    const { answers } = explainRequest(example.manifest, 'GET', path!, { protocol, host: host! })
    expect(answers[0]?.route.action).toBe('first')
  })

  it('goes to the route that answers this very request', () => {
    const block = (r: Routes) => {
      r.get('a/:id', { to: 'a#host', constraints: { host: 'api.example.org' } })
      twice({ subdomain: 'api' } as never)(r)
    }
    expect(exampleIn(block)).toMatchObject({ request: '`GET http://api.example.org/a/new`', answer: 'a#host' })
  })

  it('is given for a route that is shadowed, too', () => {
    const example = exampleIn((r) => {
      r.get('a/:id', { to: 'a#first', constraints: { port: 8080 } })
      r.match('a/new', { to: 'a#second', via: 'all', constraints: { port: 8080 } })
    })
    expect(example).toMatchObject({ request: '`GET http://example.org:8080/a/new`', answer: 'a#first' })
  })
})
