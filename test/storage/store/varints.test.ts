import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromVarints, toVarints } from '../../../packages/core/src/kernel/storage/varints.ts'

test('any whole numbers below 2^32 are decoded as they were', () => {
  const number = fc.oneof(fc.nat(300), fc.integer({ min: 0, max: 2 ** 32 - 1 }))
  fc.assert(
    fc.property(fc.array(number, { maxLength: 500 }), (numbers) => {
      const samples = Uint32Array.from(numbers)
      expect([...fromVarints(toVarints(samples))]).toEqual([...samples])
    }),
  )
})

test('a number takes a byte for each seven bits', () => {
  const bytes = (number: number) => atob(toVarints(Uint32Array.of(number))).length
  const limits = [0, 127, 128, 16_383, 16_384, 2 ** 21, 2 ** 28, 2 ** 32 - 1]
  expect(limits.map(bytes)).toEqual([1, 1, 2, 2, 3, 4, 5, 5])
})
