import { describe, expect, it } from 'vitest'
import { constellationOf } from '../../packages/core/src/features/debris/constellations.ts'
import { objectTypeFromName } from '../../packages/core/src/features/objects/elements/element-set.ts'
import { readElementSets } from '../../packages/core/src/features/objects/elements/read-element-sets.ts'
import { capture, describeCaptures } from '../objects/elements/captures.ts'

describe('the members of constellations', () => {
  it.each([
    ['STARLINK-1008', 'STARLINK'],
    ['ONEWEB-0012', 'ONEWEB'],
    ['KUIPER-00008', 'KUIPER'],
    ['FLOCK 4Q-16', 'FLOCK'],
    ['IRIDIUM 106', 'IRIDIUM'],
    ['HULIANWANG DIGUI-03', 'HULIANWANG'],
    ['BLUEBIRD-6', 'SPACEMOBILE'],
    ['PRAETORIAN SDA_TRANCHE1', 'SDA'],
    ['JILIN-1 GAOFEN 3B', 'JILIN-1'],
  ])('include %s of %s', (name, of) => expect(constellationOf(name, 'payload')).toBe(of))

  it.each(['ISS (ZARYA)', 'IRIDIUM 33', 'IRIDIUM 1', 'COSMOS 2251', 'STARLETTE', 'HAWKEYE'])(
    'do not include %s',
    (name) => expect(constellationOf(name, 'payload')).toBeNull(),
  )

  it.each(['debris', 'rocket_body', 'unknown'] as const)('are payloads, not %s', (type) => {
    expect(constellationOf('STARLINK-1008', type)).toBeNull()
  })
})

describeCaptures('the active satellites of 2026-07-10', () => {
  it('are mostly members of constellations, all of the largest among them', () => {
    const { elementSets } = readElementSets(capture('celestrak/gp-active.2026-07-10.csv'))
    const members = elementSets.filter(({ name }) => constellationOf(name, objectTypeFromName(name)))
    const countOf = (prefix: string) => members.filter(({ name }) => name.startsWith(prefix)).length
    expect([countOf('STARLINK'), countOf('ONEWEB'), countOf('KUIPER')]).toEqual([10_743, 651, 393])
    expect(countOf('IRIDIUM')).toBe(80)
    expect(members.length / elementSets.length).toBeGreaterThan(0.8)
  })
})
