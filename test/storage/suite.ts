import type { StoreBackend } from '@space-data/core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openStore, type Store } from '../../packages/core/src/kernel/storage/store.ts'
import { addTests } from './suite/add.ts'
import { clockAheadTests } from './suite/clock-ahead.ts'
import { compareAndSwapTests } from './suite/compare-and-swap.ts'
import { raiseTests } from './suite/raise.ts'
import { recordTests } from './suite/records.ts'
import { setIfAbsentTests } from './suite/set-if-absent.ts'
import { KEYS } from './suite/values.ts'

interface SuiteOptions {
  /** Most characters of a key, for stores where it is a file name. */
  readonly longestKey?: number
}

/** Tests what every backend must do; `open` returns a new and empty one each time. */
export function storageSuite(
  name: string,
  open: () => Promise<StoreBackend>,
  { longestKey = Number.POSITIVE_INFINITY }: SuiteOptions = {},
): void {
  describe(`storage: ${name}`, () => {
    let backend: StoreBackend
    let store: Store
    beforeEach(async () => {
      backend = await open()
      store = openStore(backend)
    })
    afterEach(() => store.close())

    const keys = KEYS.filter(({ length }) => length <= longestKey)
    recordTests(() => store, keys)
    addTests(() => backend.atomic, keys)
    raiseTests(() => backend.atomic, keys)
    setIfAbsentTests(() => backend.atomic, keys)
    compareAndSwapTests(() => backend.atomic, keys)
    clockAheadTests(() => backend.atomic)

    test('the backend describes itself', () => {
      expect(store.description).toMatch(/^\S+ .{3,}$/)
    })
  })
}
