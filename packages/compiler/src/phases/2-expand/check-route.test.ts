import { describe, expect, it } from 'vitest'
import { outcome } from '../../../test/outcome.ts'
import { redirect } from '../../dsl.ts'

describe('a param in the target of a redirect', () => {
  const saidOf = (target: string) => outcome((r) => r.get('old/:id', { to: redirect(target) }))
  const routes = ['- GET /old/:id(.:format)']
  const open = (start: string) => [
    `open-redirect: A request can choose \`%{id}\` in \`${start}\`, which is not a label before your domain.`,
  ]

  it('must not choose the site, whatever the scheme', () => {
    expect(saidOf('h2+x://%{id}.co/x')).toEqual(open('h2+x://%{id}.co'))
    expect(saidOf('//%{id}/x')).toEqual(open('//%{id}'))
  })

  it('must not be before an `@` or in the port', () => {
    expect(saidOf('https://%{id}@a.example.org/')).toEqual(open('https://%{id}@a.example.org'))
    expect(saidOf('https://a.example.org:%{id}/')).toEqual(open('https://a.example.org:%{id}'))
  })

  it('may be a label before a domain, with or without a port, or a part of the path', () => {
    expect(saidOf('https://%{id}.example.org/')).toEqual(routes)
    expect(saidOf('https://%{id}.example.org:8080/')).toEqual(routes)
    expect(saidOf('/a//%{id}')).toEqual(routes)
  })
})
