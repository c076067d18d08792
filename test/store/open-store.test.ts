import { InvalidOptionError, memory, type StoreBackend } from '@space-data/core'
import Keyv from 'keyv'
import { KeyvFile } from 'keyv-file'
import { describe, expect, test } from 'vitest'
import { openStore } from '../../packages/core/src/store/store.ts'
import { faultyBackend } from '../support/faulty-backend.ts'

describe('a record that cannot be parsed', () => {
  test.each(['', 'x', '{', 'null', '7', '"text"', '[]', '{}', '{"values":1}', '\0'])(
    'an unreadable record is a failure for its own key only: %j',
    async (text) => {
      const faulty = faultyBackend()
      const store = openStore(faulty.backend)
      await faulty.putRaw('bad', text)
      await store.set('good', 1)
      for (let i = 0; i < 5; i += 1) {
        await expect(store.get('bad')).rejects.toMatchObject({
          code: 'store_unavailable',
          cause: expect.objectContaining({ message: expect.stringContaining('record bad') }),
        })
      }
      expect(await store.get('good')).toBe(1)
    },
  )
})

test.each<[string, unknown]>([
  ['text and numbers', { name: 'STARLINK-1', 'a,': 1, '': null, list: [1.5, -0, Number.NaN, true, 'é\n"'] }],
  ['nothing in places', { missing: undefined, list: [undefined, null], object: {} }],
  ['a date', { at: new Date(0) }],
  ['a colon at the beginning of a text', { list: [':a', '::', 'a:b'], deep: { text: ':base64:AAAA' } }],
  ['a colon at the beginning of a name', { first: 1, ':name': 2 }],
  ['bytes', { bytes: Buffer.from('bytes'), list: [Buffer.from(':')] }],
])('a record is written as keyv writes it: %s', async (_, value) => {
  const records = new Map<string, string>()
  const store = openStore({ ...memory(), adapter: records })
  await store.set('key', value)
  expect(records.get('key')).toBe(await new Keyv().serialize?.({ value }))
  expect(await store.get('key')).toEqual(JSON.parse(JSON.stringify(value), reviveBytes))
})

/** Replaces what JSON makes of a `Buffer`. */
function reviveBytes(_: string, value: { type?: unknown; data?: number[] } | null): unknown {
  return value?.type === 'Buffer' ? Buffer.from(value.data ?? []) : value
}

test('store.warnings returns the current warnings of the backend', () => {
  const warnings: string[] = []
  const store = openStore({ ...memory(), warnings })
  expect(store.warnings).toEqual([])
  warnings.push('append-only file is off')
  expect(store.warnings).toEqual(['append-only file is off'])
  expect(openStore(memory()).warnings).toEqual([])
})

test.each<[string, () => unknown]>([
  ['a Keyv', () => new Keyv()],
  ['a map', () => new Map()],
  ["an adapter of keyv's", () => new KeyvFile()],
  ['nothing', () => ({})],
])('openStore refuses what is not a backend, and says what to use: %s', (_, make) => {
  expect(() => openStore(make() as StoreBackend)).toThrow(InvalidOptionError)
  expect(() => openStore(make() as StoreBackend)).toThrow('keyv(adapter)')
})
