import { compileRoutes } from '@turnout/compiler'
import { describe, expect, it } from 'vitest'
import { URLPattern } from 'urlpattern-polyfill/urlpattern'
import { urlPatternTable } from '../src/emit-urlpattern.ts'

describe('a param alone in a group, whose requirement matches the empty string', () => {
  it('is listed, because URLPattern skips the group and gives no value', () => {
    const { manifest } = compileRoutes((r) => r.get('a(:b)c', { to: 'a#b', b: /x*/, format: false }))
    const { routes, unsaid } = urlPatternTable(manifest!)
    expect(
      new URLPattern({ pathname: routes[0]!.pathname }).exec({ pathname: '/ac' })?.pathname.groups['b'],
    ).toBeUndefined()
    expect(unsaid).toMatchObject([
      { kept: true, reason: 'it gives other parameters if `b` is empty: URLPattern skips the group' },
    ])
  })

  it.each(['a(-:b)c', 'a:b', 'a(:c)d'])('is not listed elsewhere: %s', (pattern) => {
    const { manifest } = compileRoutes((r) => r.get(pattern, { to: 'a#b', b: /x*/, format: false }))
    expect(urlPatternTable(manifest!).unsaid).toEqual([])
  })
})
