import { expect, test, vi } from 'vitest'
import type { Store } from '../../../packages/core/src/kernel/storage/store.ts'
import { PATIENCE_MS } from '../../support/patience.ts'
import { NOW } from './values.ts'

/** Records: reading, writing, expiry and listing. */
export function recordTests(storeOf: () => Store, keys: readonly string[]): void {
  test('a record is absent until it is set, and after it is deleted', async () => {
    const store = storeOf()
    expect(await store.get('a')).toBeUndefined()
    await store.set('a', { n: 1 })
    await store.set('b', { n: 2 })
    expect(await store.get('a')).toEqual({ n: 1 })
    await store.delete('a')
    await store.delete('never there')
    expect(await store.get('a')).toBeUndefined()
    expect(await store.get('b')).toEqual({ n: 2 })
  })

  test('a record is overwritten as a whole', async () => {
    const store = storeOf()
    await store.set('a', { old: true, list: [1, 2, 3] })
    await store.set('a', 'new')
    expect(await store.get('a')).toBe('new')
  })

  test.each([
    0,
    '',
    ':colon',
    ':base64:AAAA',
    '\ud83d',
    false,
    [1, [null]],
    { deep: { er: [{ x: 1.5e-7 }] } },
  ])('a record is read as it was written: %j', async (value) => {
    const store = storeOf()
    await store.set('a', value)
    expect(await store.get('a')).toEqual(value)
  })

  test('a record keeps members named like those of prototypes', async () => {
    const store = storeOf()
    const value = JSON.parse('{"__proto__": {"polluted": 1}, "constructor": "c"}')
    await store.set('a', value)
    expect(JSON.stringify(await store.get('a'))).toBe(JSON.stringify(value))
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  test('a record may have any key', async () => {
    const store = storeOf()
    for (const key of keys) expect(await store.get(key), key).toBeUndefined()
    for (const key of keys) await store.set(key, { key })
    for (const key of keys) expect(await store.get(key)).toEqual({ key })
    expect((await store.keys('')).sort()).toEqual([...keys].sort())
    for (const key of keys) await store.delete(key)
    expect(await store.keys('')).toEqual([])
  })

  test('a record may be 3 MB long', async () => {
    const store = storeOf()
    const text = '0123456789 Größe 🛰️\n'.repeat(140_000)
    // On a busy machine so much can take longer than a store waits.
    await vi.waitFor(() => store.set('big', { text }), { timeout: PATIENCE_MS, interval: 100 })
    const kept = await store.get<{ text: string }>('big')
    expect(kept?.text === text).toBe(true)
  })

  test('a record expires after its ttl, and never without one', async () => {
    const store = storeOf()
    vi.useFakeTimers({ toFake: ['Date'], now: NOW })
    try {
      await store.set('short', 1, 1_000)
      await store.set('long', 2, 60_000)
      await store.set('ever', 3)
      vi.setSystemTime(NOW + 999)
      expect(await store.get('short')).toBe(1)
      vi.setSystemTime(NOW + 1_001)
      expect(await store.get('short')).toBeUndefined()
      expect(await store.get('long')).toBe(2)
      await store.set('long', 4, 1_000_000)
      vi.setSystemTime(NOW + 60_001)
      expect(await store.get('long')).toBe(4)
      vi.setSystemTime(NOW + 100 * 365 * 86_400_000)
      expect(await store.get('long')).toBeUndefined()
      expect(await store.get('ever')).toBe(3)
    } finally {
      vi.useRealTimers()
    }
  })

  test('records are listed by key prefix', async () => {
    const store = storeOf()
    const keys = ['key:1', 'key:2', 'key:🛰️:3', 'key-id:1', 'KEY:4', 'ke', 'kez', 'key:%', '🛰️:1', '🛰️:2']
    for (const key of keys) await store.set(key, key)
    expect((await store.keys('key:')).sort()).toEqual(['key:%', 'key:1', 'key:2', 'key:🛰️:3'])
    expect((await store.keys('🛰️:')).sort()).toEqual(['🛰️:1', '🛰️:2'])
    expect(await store.keys('key:%')).toEqual(['key:%'])
    expect(await store.keys('absent')).toEqual([])
    expect((await store.keys('')).length).toBe(keys.length)
  })

  test('500 records written at once are all there, also after a flush', async () => {
    const store = storeOf()
    const names = Array.from({ length: 500 }, (_, i) => `n:${i}`)
    await Promise.all(names.map((key) => store.set(key, { key })))
    await store.flush()
    const found = await Promise.all(names.map((key) => store.get<{ key: string }>(key)))
    expect(found.map((record) => record?.key)).toEqual(names)
    expect((await store.keys('n:')).length).toBe(500)
  })
}
