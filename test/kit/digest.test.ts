import { createHash, createHmac } from 'node:crypto'
import { afterEach, describe, expect, test, vi } from 'vitest'

const TEXTS = ['', 'abc', 'sd_live_zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0mLq17', 'höher 🛰', 'x'.repeat(10_000)]

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** The module as a host without `node:crypto` has it, or as this one does. */
async function onHost(isBare: boolean) {
  vi.resetModules()
  if (isBare) vi.stubGlobal('process', { ...process, getBuiltinModule: undefined })
  return import('../../packages/core/src/kernel/kit/digest.ts')
}

describe.each([
  ['with node:crypto', false],
  ['without it, as on Workers', true],
])('%s', (_, isBare) => {
  test('digests are SHA-256 in every encoding, of text and of bytes', async () => {
    const { digest } = await onHost(isBare)
    for (const text of TEXTS) {
      for (const encoding of ['hex', 'base64', 'base64url'] as const) {
        const expected = createHash('sha256').update(text).digest(encoding)
        expect(digest(text, encoding)).toBe(expected)
        expect(digest(new TextEncoder().encode(text), encoding)).toBe(expected)
      }
    }
  })

  test('keyed digests are HMAC-SHA-256', async () => {
    const { keyedDigest } = await onHost(isBare)
    for (const text of TEXTS) {
      for (const key of ['', 'secret', 'y'.repeat(200)]) {
        expect(keyedDigest(key, text)).toBe(createHmac('sha256', key).update(text).digest('hex'))
      }
    }
  })
})
