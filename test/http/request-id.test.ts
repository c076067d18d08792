import { expect, test } from 'vitest'
import { newRequestId } from '../../packages/core/src/http/request-id.ts'

const SAMPLES = 20_000
const LETTERS = 64

test('no two ids are the same, and each has the letters that a hop behind us may keep', () => {
  const ids = Array.from({ length: SAMPLES }, newRequestId)
  expect(new Set(ids).size).toBe(SAMPLES)
  for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_-]{24}$/)
})

test('every letter is as likely as any other at every place', () => {
  const counts = new Map<string, number>()
  for (let i = 0; i < SAMPLES; i += 1) {
    for (const [place, letter] of [...newRequestId()].entries()) {
      const at = `${place} ${letter}`
      counts.set(at, (counts.get(at) ?? 0) + 1)
    }
  }
  expect(counts.size).toBe(24 * LETTERS)
  const expected = SAMPLES / LETTERS
  const chiSquared = [...counts.values()].reduce((sum, n) => sum + (n - expected) ** 2 / expected, 0)
  const freedom = 24 * (LETTERS - 1)
  // Seven standard deviations: one run in 10^11 fails by chance.
  expect(Math.abs(chiSquared - freedom)).toBeLessThan(7 * Math.sqrt(2 * freedom))
})
