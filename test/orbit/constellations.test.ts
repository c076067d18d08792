import { describe, expect, it } from 'vitest'
import { objectTypeFromName } from '../../packages/core/src/orbit/element-set.ts'
import { readElementSets } from '../../packages/core/src/orbit/read-element-sets.ts'
import { isConstellationMember } from '../../packages/core/src/reference/constellations.ts'
import { capture, describeCaptures } from './captures.ts'

describe('the members of constellations', () => {
  it.each([
    'STARLINK-1008',
    'ONEWEB-0012',
    'KUIPER-00008',
    'FLOCK 4Q-16',
    'IRIDIUM 106',
    'HULIANWANG DIGUI-03',
  ])('include %s', (name) => expect(isConstellationMember(name, 'payload')).toBe(true))

  it.each(['ISS (ZARYA)', 'IRIDIUM 33', 'IRIDIUM 1', 'COSMOS 2251', 'STARLETTE', 'HAWKEYE'])(
    'do not include %s',
    (name) => expect(isConstellationMember(name, 'payload')).toBe(false),
  )

  it.each(['debris', 'rocket_body', 'unknown'] as const)('are payloads, not %s', (type) => {
    expect(isConstellationMember('STARLINK-1008', type)).toBe(false)
  })
})

describeCaptures('the active satellites of 2026-07-10', () => {
  it('are mostly members of constellations, all of the largest among them', () => {
    const { elementSets } = readElementSets(capture('celestrak/gp-active.2026-07-10.csv'))
    const members = elementSets.filter(({ name }) => isConstellationMember(name, objectTypeFromName(name)))
    const countOf = (prefix: string) => members.filter(({ name }) => name.startsWith(prefix)).length
    expect([countOf('STARLINK'), countOf('ONEWEB'), countOf('KUIPER')]).toEqual([10_743, 651, 393])
    expect(countOf('IRIDIUM')).toBe(80)
    expect(members.length / elementSets.length).toBeGreaterThan(0.8)
  })
})
