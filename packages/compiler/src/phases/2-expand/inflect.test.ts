import { describe, expect, it } from 'vitest'
import { makeInflector } from './inflect.ts'

/** What ActiveSupport 7.2 makes of them. */
const PAIRS = [
  ['photo', 'photos'],
  ['category', 'categories'],
  ['person', 'people'],
  ['Person', 'People'],
  ['child', 'children'],
  ['photo_status', 'photo_statuses'],
  ['mouse', 'mice'],
  ['ox', 'oxen'],
  ['matrix', 'matrices'],
  ['vertex', 'vertices'],
  ['quiz', 'quizzes'],
  ['analysis', 'analyses'],
  ['half', 'halves'],
  ['database', 'databases'],
  ['movie', 'movies'],
  ['sheep', 'sheep'],
  ['', ''],
] as const

describe('the inflector', () => {
  it.each(PAIRS)('%s, %s', (singular, plural) => {
    const { pluralize, singularize } = makeInflector()
    expect([pluralize(singular), singularize(plural)]).toEqual([plural, singular])
    expect([pluralize(plural), singularize(singular)]).toEqual([plural, singular])
  })

  it('finds uncountable words at word boundaries, as Ruby does', () => {
    const { singularize } = makeInflector((i) => i.uncountable('Canvas'))
    expect(['canvas', 'CANVAS', 'photo-canvas', 'photo_canvas'].map(singularize)).toEqual([
      'canvas',
      'CANVAS',
      'photo-canvas',
      'photo_canva',
    ])
  })

  it('keeps its rules if other inflectors are created', () => {
    const kine = makeInflector((i) => i.irregular('cow', 'kine'))
    const uncountable = makeInflector((i) => i.uncountable('cow', 'photo'))
    const plain = makeInflector()
    expect([kine, uncountable, plain].map(({ pluralize }) => pluralize('cow'))).toEqual(['kine', 'cow', 'cows'])
    expect(['crw', 'ctw'].map(kine.pluralize)).toEqual(['crws', 'ctws'])
    expect([kine, uncountable, plain].map(({ singularize }) => singularize('photos'))).toEqual([
      'photo',
      'photo',
      'photo',
    ])
    expect([kine, uncountable, plain].map(({ pluralize }) => pluralize('photo'))).toEqual(['photos', 'photo', 'photos'])
  })

  it('applies the last rule first, and string rules literally', () => {
    const { pluralize, singularize } = makeInflector((i) => {
      i.plural(/o$/, 'oes')
      i.plural('a.b', 'x$&')
      i.uncountable('sheep', 'deer')
      i.irregular('deer', 'deers')
      i.irregular('c++', 'c$$')
    })
    expect(['photo', 'a.b', 'acb', 'sheep', 'deer', 'c++'].map(pluralize)).toEqual([
      'photoes',
      'xa.b',
      'acbs',
      'sheep',
      'deers',
      'c$$',
    ])
    expect(singularize('c$$')).toBe('c++')
  })

  it('keeps the case of a first letter that the rule changes', () => {
    const { pluralize, singularize } = makeInflector((i) => i.irregular('I', 'we'))
    expect(['I', 'i'].map(pluralize)).toEqual(['We', 'we'])
    expect(['We', 'WE', 'we'].map(singularize)).toEqual(['I', 'I', 'i'])
  })

  it('returns a word unchanged if no rule matches it', () => {
    expect(makeInflector().singularize('Sx')).toBe('Sx')
  })
})
