import { expect, it } from 'vitest'
import { rightSingular } from './mangled-words.ts'

it.each([
  ['canvas', 'canva', 'canvas'],
  ['canvases', 'canvase', 'canvas'],
  ['analytics', 'analytic', 'analytics'],
  ['caches', 'cach', 'cache'],
  ['cookies', 'cooky', 'cookie'],
  ['walrus', 'walru', 'walrus'],
  ['criteria', 'criterium', 'criterion'],
  ['metamorphoses', 'metamorphose', 'metamorphosis'],
])('a word on a list: of %s the rules make %s, where %s is right', (plural, singular, right) => {
  expect(rightSingular(plural, singular, plural)).toBe(right)
  expect(rightSingular(plural, right, plural)).toBeNull()
})

it.each([
  ['knives', 'knife', null],
  ['wives', 'wife', null],
  ['lives', 'life', null],
  ['calves', 'calf', null],
  ['leaves', 'leafe', 'leaf'],
  ['loaves', 'loafe', 'loaf'],
  ['curves', 'curf', 'curve'],
  ['natives', 'natife', 'native'],
  // As a rule of the application makes it.
  ['fives', 'five', null],
])('a plural in -ves: %s, inflected as %s', (plural, singular, right) => {
  expect(rightSingular(plural, singular, plural)).toBe(right)
})

it.each([
  ['lass', 'lass', 'lasses'],
  ['photos', 'photo', 'photos'],
  ['cafes', 'cafe', 'cafes'],
  ['people', 'person', 'people'],
  ['heroes', 'hero', 'heros'],
  ['humans', 'human', 'humen'],
])('nothing is wrong with %s, %s, %s', (plural, singular, back) => {
  expect(rightSingular(plural, singular, back)).toBeNull()
})

it('what does not lead back is wrong, and nobody knows what is right', () => {
  expect(rightSingular('oxens', 'oxs', 'oxs')).toBeUndefined()
})
