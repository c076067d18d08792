import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { InvalidOptionError, type StoreBackend } from '@space-data/core'
import Keyv, { type KeyvStoreAdapter } from 'keyv'
import { KeyvFile } from 'keyv-file'
import { expect, test } from 'vitest'
import { keyv } from '../../packages/core/src/index.ts'
import { storageSuite } from './suite.ts'
import { temporaryFolder } from './temporary-sqlite.ts'

/** A third-party adapter with one file per record, in a temporary folder that is deleted on close. */
async function temporaryFiles(): Promise<StoreBackend> {
  const folder = temporaryFolder()
  const backend = keyv(newAdapter(folder.path), { description: `Files in ${folder.path}` })
  const close = async () => {
    await backend.close()
    folder[Symbol.dispose]()
  }
  return { ...backend, close }
}

function newAdapter(folder: string): KeyvStoreAdapter {
  return new KeyvFile({
    filename: join(folder, 'records'),
    separatedFile: true,
  }) as unknown as KeyvStoreAdapter
}

storageSuite('keyv-file', temporaryFiles, { longestKey: 100 })

test('keyvBackend warns that counters are per process', () => {
  const folder = mkdtempSync(join(tmpdir(), 'space-data-'))
  const { warnings, description, timeoutMs } = keyv(newAdapter(folder))
  rmSync(folder, { recursive: true })
  expect(warnings).toEqual([expect.stringMatching(/^Each process counts quotas .*SQLite, Postgres or Redis/)])
  expect(description).toBe('A keyv adapter')
  expect(timeoutMs).toBe(2_500)
})

test('keyvBackend refuses an adapter that cannot list its keys', () => {
  const adapter = {
    opts: {},
    get() {},
    set() {},
    delete() {},
    clear() {},
    on() {},
  } as unknown as KeyvStoreAdapter
  expect(() => keyv(adapter)).toThrow(InvalidOptionError)
  expect(() => keyv(adapter)).toThrow(/no iterator/)
})

test('keyv refuses a Keyv', () => {
  const instance = new Keyv({ store: new Map() }) as unknown as KeyvStoreAdapter
  expect(() => keyv(instance)).toThrow(InvalidOptionError)
  expect(() => keyv(instance)).toThrow('the adapter itself')
})
