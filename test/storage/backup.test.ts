import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { StoreBackend } from '@space-data/core'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { sqlite } from '../../packages/core/src/adapters/sqlite/index.ts'
import { FOREVER } from '../../packages/core/src/kernel/kit/time.ts'
import { openStore } from '../../packages/core/src/kernel/storage/store.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { smallDisk } from '../support/small-disk.ts'
import { turns } from '../support/turns.ts'
import { fromOtherProcess } from './other-process.ts'
import { temporaryFolder } from './temporary-sqlite.ts'

const NOW = Date.parse('2026-11-22T12:00:00Z')
const UNTIL = NOW + 60_000

let folder: ReturnType<typeof temporaryFolder>
let backend: StoreBackend
beforeEach(async () => {
  folder = temporaryFolder()
  backend = await sqlite(join(folder.path, 'store.sqlite'))
})
afterEach(async () => {
  await backend.close()
  folder[Symbol.dispose]()
})

const backUp = (path: string) => backend.backup?.(path) ?? Promise.reject(new Error('no backup'))

test('a backup is a copy of the store, readable by its owner only, without other files', async () => {
  const store = openStore(backend)
  await store.set('record', { n: 1 })
  await store.atomic.raise('count', 7, UNTIL, NOW)
  await store.atomic.setIfAbsent('claim', 'me', UNTIL, NOW)
  mkdirSync(join(folder.path, 'copies'))
  const path = join(folder.path, 'copies', "it's a copy; 'quoted' 🛰️.sqlite")
  await backUp(path)
  expect(readdirSync(join(folder.path, 'copies'))).toHaveLength(1)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(await fromOtherProcess(path, 'PRAGMA user_version')).toEqual([{ user_version: 2 }])

  const copy = openStore(await sqlite(path))
  expect(await copy.get('record')).toEqual({ n: 1 })
  expect(await copy.atomic.count('count', NOW)).toBe(7)
  expect(await copy.atomic.get('claim', NOW, FOREVER)).toBe('me')
  await copy.set('record', { n: 2 })
  await copy.close()
  expect(await store.get('record')).toEqual({ n: 1 })
})

test('a backup is consistent, however much is written meanwhile', async () => {
  const store = openStore(backend)
  const other = await sqlite(join(folder.path, 'store.sqlite'))
  onTestFinished(() => other.close())
  await store.set('first', { text: 'x'.repeat(1_000_000) })
  let written = 0
  let isOver = false
  const writing = (async () => {
    while (!isOver) {
      written += 1
      // A backup has both this record and the counter, or neither.
      await Promise.all([store.set(`n:${written}`, written), turns(1)])
      await other.atomic.raise('written', written, UNTIL, NOW)
    }
  })()
  for (let i = 0; i < 5; i += 1) {
    const before = written
    await vi.waitUntil(() => written > before + 10, PATIENCE_MS)
    const path = join(folder.path, `copy ${i}.sqlite`)
    await backUp(path)
    const copy = await sqlite(path)
    expect(await copy.check?.('full')).toEqual([])
    const counted = await copy.atomic.count('written', NOW)
    const records = (await copy.keys('n:')).length
    expect([counted, counted + 1]).toContain(records)
    await copy.close()
  }
  isOver = true
  await writing
  expect(await store.get(`n:${written}`)).toBe(written)
})

test('a backup does not overwrite a file, and reports a missing folder', async () => {
  const path = join(folder.path, 'there.txt')
  writeFileSync(path, 'mine')
  await expect(backUp(path)).rejects.toMatchObject({ code: 'EEXIST' })
  expect(readFileSync(path, 'utf8')).toBe('mine')
  await expect(backUp(join(folder.path, 'no/x.sqlite'))).rejects.toMatchObject({ code: 'ENOENT' })
  expect(readdirSync(folder.path).filter((name) => name.includes('partial'))).toEqual([])
})

test('a full disk leaves no partial backup, and the store unchanged', async ({ skip }) => {
  using disk = smallDisk(1)
  if (!disk) return skip('only root can mount a disk of a megabyte')
  const store = openStore(backend)
  for (let i = 0; i < 20; i += 1) await store.set(`n:${i}`, 'x'.repeat(100_000))
  await expect(backUp(join(disk.path, 'copy.sqlite'))).rejects.toMatchObject({ code: 'SQLITE_FULL' })
  expect(readdirSync(disk.path)).toEqual([])
  await store.set('after', 1)
  expect((await store.keys('')).length).toBe(21)
  expect(await backend.check?.('full')).toEqual([])
})

test('check reports damage, and nothing in an intact store', async () => {
  const path = join(folder.path, 'damaged.sqlite')
  const damaged = await sqlite(path)
  for (let i = 0; i < 200; i += 1) await damaged.adapter.set(`n:${i}`, 'x'.repeat(500))
  expect([await damaged.check?.('quick'), await damaged.check?.('full')]).toEqual([[], []])
  await damaged.close()
  const bytes = readFileSync(path)
  bytes.fill(0xa5, 20_480, 24_576)
  writeFileSync(path, bytes)
  const opened = await sqlite(path)
  for (const depth of ['quick', 'full'] as const) {
    const found = await opened.check?.(depth)
    expect(found?.length).toBeGreaterThan(0)
    for (const line of found ?? []) expect(line).toMatch(/\S/)
  }
  await opened.close()
})
