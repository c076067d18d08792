import { describe, expect, it } from 'vitest'
import {
  matchesFilter,
  type ObjectTraits,
} from '../../packages/core/src/features/debris/custom-groups/custom-filter.ts'
import type { ObjectFilter } from '../../packages/core/src/features/debris/custom-groups/custom-shell.ts'

const object: ObjectTraits = {
  objectType: 'payload',
  owner: 'US',
  inclinationDeg: 53,
  constellation: 'STARLINK',
}

describe('a filter of objects', () => {
  it.each<[string, ObjectFilter, Partial<ObjectTraits>, boolean]>([
    ['without conditions meets every object', {}, {}, true],
    ['meets a type that it lists', { objectTypes: ['debris', 'payload'] }, {}, true],
    ['refuses a type that it does not list', { objectTypes: ['debris'] }, {}, false],
    ['meets an owner that it lists', { owners: ['CIS', 'US'] }, {}, true],
    ['refuses an owner that it does not list', { owners: ['CIS'] }, {}, false],
    ['of owners refuses an object without one', { owners: ['US'] }, { owner: null }, false],
    ['meets its lowest inclination', { inclinationMinDeg: 53 }, {}, true],
    ['refuses an inclination just below', { inclinationMinDeg: 53 }, { inclinationDeg: 52.9999 }, false],
    ['refuses its highest inclination', { inclinationMaxDeg: 53 }, {}, false],
    ['meets an inclination just below that', { inclinationMaxDeg: 53 }, { inclinationDeg: 52.9999 }, true],
    ['up to 180° meets 180°', { inclinationMaxDeg: 180 }, { inclinationDeg: 180 }, true],
    ['of constellations meets a member', { constellations: 'only' }, {}, true],
    ['of constellations refuses others', { constellations: 'only' }, { constellation: null }, false],
    ['of one constellation takes its own', { constellation: 'STARLINK' }, {}, true],
    ['of one constellation refuses another', { constellation: 'ONEWEB' }, {}, false],
    ['without constellations refuses a member', { constellations: 'without' }, {}, false],
    ['of two conditions needs both', { objectTypes: ['payload'], owners: ['CIS'] }, {}, false],
  ])('%s', (_, filter, traits, expected) => {
    expect(matchesFilter(filter, { ...object, ...traits })).toBe(expected)
  })
})
