import { describe, expect, it } from 'vitest'
import { fromAlpha5, toAlpha5 } from '../../../packages/core/src/features/objects/elements/alpha5.ts'

describe('Alpha-5', () => {
  it('round-trips every number from 0 to 339999 in five unique columns', () => {
    const seen = new Set<string>()
    for (let noradId = 0; noradId <= 339_999; noradId += 1) {
      const text = toAlpha5(noradId) ?? ''
      seen.add(text)
      if (text.length !== 5 || fromAlpha5(text) !== noradId) expect.fail(`${noradId} became ${text}`)
    }
    expect(seen.size).toBe(340_000)
  })

  it.each([
    [5, '00005'],
    [99_999, '99999'],
    [100_000, 'A0000'],
    [148_493, 'E8493'],
    [182_931, 'J2931'],
    [234_018, 'P4018'],
    [301_928, 'W1928'],
    [339_999, 'Z9999'],
  ])('writes %i as %s', (noradId, text) => {
    expect(toAlpha5(noradId)).toBe(text)
  })

  it.each([340_000, 799_500_001, -1, 25_544.5, Number.NaN])('has no columns for %d', (noradId) => {
    expect(toAlpha5(noradId)).toBeNull()
  })

  it('parses numbers padded with blanks, as in old catalogues', () => {
    expect(fromAlpha5('    5')).toBe(5)
  })

  it.each(['I0000', 'O0000', 'a0000', 'AA000', 'A000', '123456', '', '-0001', '1e003'])(
    'rejects %j',
    (text) => {
      expect(() => fromAlpha5(text)).toThrow(SyntaxError)
    },
  )
})
