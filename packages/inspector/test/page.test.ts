// What the inspector's page works out by itself, without a browser.
import { compileRoutes, type Block } from '@turnout/compiler'
import { describe, expect, test } from 'vitest'
import { modelOf, type Model } from '../page/model.ts'
import { filterRows, type RouteQuery } from '../page/search.ts'
import { placed, treeOf, type Branch } from '../page/tree-layout.ts'
import { pageData } from '../src/page-data.ts'

function model(block: Block): Model {
  const { manifest, diagnostics: problems } = compileRoutes(block)
  const rest = { title: 'app', helpers: 'camelCase', base: '', editor: null, diff: null, isStale: false } as const
  return modelOf(pageData({ ...rest, manifest, problems, readSource: () => null, pageOf: null }))
}

describe('the search', () => {
  const { rows } = model((r) => {
    r.resources('photos', { only: ['index', 'show', 'destroy'] })
    r.namespace('admin', () => r.namespace('deep', () => r.resources('users', { only: 'index' })))
    r.match('any', { to: 'any#thing', via: 'all', as: null })
    r.get('archive/:year', { to: 'archive#show', year: /\d{4}/ })
    r.get('archive/:text', { to: 'archive#text' })
  })
  const none: RouteQuery = { text: '', verbs: [], namespace: null, mark: null }
  const found = (query: Partial<RouteQuery>) => filterRows(rows, { ...none, ...query }).map(({ path }) => path)

  test.each<[string, Partial<RouteQuery>, string[]]>([
    ['words, all of which must be there', { text: 'photos delete' }, ['/photos/:id']],
    ['the helper, in any case', { text: 'ADMINDEEPUSERSPATH' }, ['/admin/deep/users']],
    ['a controller and its action', { text: 'photos#show' }, ['/photos/:id']],
    ['what a requirement says', { text: '\\d{4}' }, ['/archive/:year']],
    ['a path that routes match', { text: '/archive/2020' }, ['/archive/:year', '/archive/:text']],
    ['a path that breaks a requirement', { text: '/archive/now/' }, ['/archive/:text']],
    ['verbs, one of several; any verb is each of them', { verbs: ['DELETE', 'PUT'] }, ['/photos/:id', '/any']],
    ['a namespace with those inside', { namespace: 'admin' }, ['/admin/deep/users']],
    ['a part of the name of a namespace', { namespace: 'adm' }, []],
    ['no namespace', { namespace: '', verbs: ['DELETE'] }, ['/photos/:id', '/any']],
    ['what has no name', { mark: 'unnamed' }, ['/photos/:id', '/any', '/archive/:year', '/archive/:text']],
    ['what is never reached', { mark: 'unreachable' }, []],
  ])('finds %s', (_what, query, paths) => {
    expect(found(query)).toEqual(paths)
  })
})

describe('the tree', () => {
  const show = (branch: Branch): unknown =>
    branch.children.length === 0
      ? `${branch.labels.join(' ')} ${branch.size}`
      : { [`${branch.labels.join(' ')} ${branch.size}`]: branch.children.map(show) }

  test('has a branch for each segment, and one for params of any name', () => {
    const { rows } = model((r) => {
      r.root('home#show')
      r.resources('photos', { only: ['index', 'show'] }, () => r.resources('comments', { only: 'index' }))
      r.get('archive/:year(/:month)', { to: 'archive#show' })
      r.get('constructor/__proto__', { to: 'odd#show' })
    })
    const root = treeOf(rows, 'app')
    expect(show(root)).toEqual({
      'app 6': [
        { 'photos 3': [{ ':photo_id :id 2': ['comments 1'] }] },
        { 'archive 1': [':year(/:month) 1'] },
        { 'constructor 1': ['__proto__ 1'] },
      ],
    })
    expect(root.routes.map(({ endpoint }) => endpoint)).toEqual(['home#show'])
    // The colour of one controller; of several there is none.
    expect(root.children.map(({ controller }) => controller)).toEqual([undefined, 'archive', 'odd'])
  })

  test('stays without a controller once it has several', () => {
    const { rows } = model((r) => {
      r.get('x/a', { to: 'one#a' })
      r.get('x/b', { to: 'two#b' })
      r.get('x/c', { to: 'two#c' })
    })
    expect(treeOf(rows, 'app').children[0]!.controller).toBeUndefined()
  })

  test('places a branch on the line of its first child, and what is closed on one line', () => {
    const { rows } = model((r) => {
      r.get('a/b/c', { to: 'x#c' })
      r.get('a/b/d', { to: 'x#d' })
      r.get('a/e', { to: 'x#e' })
      r.get('f', { to: 'x#f' })
    })
    const root = treeOf(rows, 'app')
    const lines = (isOpen: (branch: Branch) => boolean) => {
      const { all, lines } = placed(root, isOpen)
      return [lines, ...all.map(({ branch, line }) => `${branch.labels[0]} ${line}`)]
    }
    expect(lines(() => true)).toEqual([4, 'app 0', 'a 0', 'b 0', 'c 0', 'd 1', 'e 2', 'f 3'])
    expect(lines(({ depth }) => depth < 2)).toEqual([3, 'app 0', 'a 0', 'b 0', 'e 1', 'f 2'])
    expect(lines(() => false)).toEqual([1, 'app 0'])
  })
})
