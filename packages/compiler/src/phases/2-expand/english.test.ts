import { describe, expect, it } from 'vitest'
import { makeInflector } from './inflect.ts'

/** What ActiveSupport 7.2 makes of them; at least one pair for each of its rules. */
const PAIRS = `
  search:searches switch:switches fix:fixes process:processes case:cases wish:wishes query:queries movie:movies
  archive:archives hive:hives perspective:perspectives wife:wives safe:saves half:halves elf:elves move:moves
  person:people spokesman:spokesmen node_child:node_children basis:bases diagnosis:diagnoses parenthesis:parentheses
  prognosis:prognoses synopsis:synopses thesis:theses analysis:analyses datum:data medium:media stadium:stadia
  old_news:old_news series:series miniseries:miniseries species:species fish:fish jeans:jeans quiz:quizzes
  photo:photos buffalo:buffaloes tomato:tomatoes bus:buses status:statuses alias:aliases mouse:mice louse:lice
  octopus:octopi virus:viri vertex:vertices index:indices matrix:matrices axis:axes testis:testes crisis:crises
  shoe:shoes database:databases zombie:zombies sex:sexes
`
  .trim()
  .split(/\s+/)
  .map((pair) => pair.split(':') as [singular: string, plural: string])

describe('an English word', () => {
  const { pluralize, singularize } = makeInflector()

  it.each(PAIRS)('%s, %s', (singular, plural) => {
    expect([pluralize(singular), singularize(plural)]).toEqual([plural, singular])
    expect([pluralize(plural), singularize(singular)]).toEqual([plural, singular])
  })

  it.each(PAIRS)('%s, %s is only what stands at the end', (singular, plural) => {
    expect([pluralize(`${singular}_fu`), pluralize(`${plural}_fu`)]).toEqual([`${singular}_fus`, `${plural}_fus`])
    expect([singularize(`${plural}_fus`), singularize(`${singular}_fus`)]).toEqual([`${plural}_fu`, `${singular}_fu`])
  })

  it('has rules for whole words', () => {
    expect(['ox', 'oxen', 'myox', 'myoxen', 'oxens', 'mymouse', 'mymice', 'praxis'].map(pluralize)).toEqual([
      'oxen',
      'oxen',
      'myoxes',
      'myoxens',
      'oxens',
      'mymouses',
      'mymices',
      'praxis',
    ])
    expect(['oxen', 'myoxen', 'mymice', 'praxes'].map(singularize)).toEqual(['ox', 'myoxen', 'mymice', 'prax'])
    // Not anchored at its end, in ActiveSupport either.
    expect(singularize('oxen_fus')).toBe('ox_fus')
  })
})
