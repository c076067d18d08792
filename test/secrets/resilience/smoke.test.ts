import { test } from 'vitest'
import { expectNoKeyAnywhere } from '../nowhere.ts'
import { sqliteStore } from '../served-store.ts'

test('on SQLite no key and no address is in what is printed or kept', { timeout: 60_000 }, () =>
  expectNoKeyAnywhere('SQLite', sqliteStore, 2),
)
