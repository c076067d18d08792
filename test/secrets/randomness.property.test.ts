import { expect, test, vi } from 'vitest'
import { newSecret, randomBase62 } from '../../packages/core/src/kernel/accounts/keys/secret.ts'
import { orInSoak } from '../support/tier.ts'
import { chiSquare, pValue } from './statistics.ts'

vi.setConfig({ testTimeout: 120_000 })

const PREFIX = 'sd_live_'
const RANDOM = 30
const KEYS = orInSoak(10_000, 1_000_000)
/** One good generator in a million is refused; one with the bias of a byte modulo 62 never passes. */
const ALPHA = 1e-6

test('keys are all different, and no character, pair or place is likelier than another', () => {
  const keys = new Set<string>()
  const single = new Map<string, number>()
  const pairs = new Map<string, number>()
  const places = new Map<string, number>()
  const count = (counts: Map<string, number>, what: string) => counts.set(what, (counts.get(what) ?? 0) + 1)
  for (let i = 0; i < KEYS; i += 1) {
    const key = newSecret(PREFIX)
    keys.add(key)
    const body = key.slice(PREFIX.length, PREFIX.length + RANDOM)
    for (const [place, character] of [...body].entries()) {
      count(single, character)
      count(places, `${place}${character}`)
      // Pairs that do not overlap are independent.
      if (place % 2 === 1) count(pairs, body[place - 1]! + character)
    }
  }
  const tests = [
    [single, 62, 61],
    [pairs, 62 ** 2, 62 ** 2 - 1],
    [places, 62 * RANDOM, 61 * RANDOM],
  ] as const
  for (const [counts, cells, degrees] of tests) {
    const chi = chiSquare(counts.values(), cells)
    const p = pValue(chi, degrees)
    expect(p).toBeGreaterThan(ALPHA)
  }
  expect(keys.size).toBe(KEYS)
})

test('the figures tell a biased generator from ours', () => {
  const counts = new Map<number, number>()
  for (const byte of crypto.getRandomValues(new Uint8Array(60_000))) {
    counts.set(byte % 62, (counts.get(byte % 62) ?? 0) + 1)
  }
  expect(pValue(chiSquare(counts.values(), 62), 61)).toBeLessThan(ALPHA)
  // The 95th percentile of the chi-square of 61 degrees is 80.232.
  expect(pValue(80.232, 61)).toBeCloseTo(0.05, 3)
  expect(randomBase62(62)).toHaveLength(62)
})
