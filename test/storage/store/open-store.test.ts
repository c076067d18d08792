import { InvalidOptionError, memory, type StoreBackend } from '@space-data/core'
import Keyv from 'keyv'
import { KeyvFile } from 'keyv-file'
import { describe, expect, test } from 'vitest'
import { openStore } from '../../../packages/core/src/kernel/storage/store.ts'
import { faultyBackend } from '../../support/faulty-backend.ts'

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
