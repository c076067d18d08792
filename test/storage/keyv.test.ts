import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Keyv, { type KeyvStoreAdapter } from 'keyv'
import { KeyvFile } from 'keyv-file'
import { expect, test } from 'vitest'
import { keyvBackend } from '../../packages/core/src/index.ts'
import type { Backend } from '../../packages/core/src/store/backend.ts'
import { storageSuite } from './suite.ts'
import { temporaryFolder } from './temporary-sqlite.ts'

/** An adapter of somebody else, which keeps each record in a file of a new folder that goes away when it is closed. */
async function temporaryFiles(): Promise<Backend> {
  const folder = temporaryFolder()
  const backend = keyvBackend(newAdapter(folder.path), { description: `Files in ${folder.path}` })
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

test('an operator is told that counts are of one process', () => {
  const folder = mkdtempSync(join(tmpdir(), 'space-data-'))
  const { warnings, description, patienceMs } = keyvBackend(newAdapter(folder))
  rmSync(folder, { recursive: true })
  expect(warnings).toEqual([expect.stringMatching(/counted by each process for itself.*SQLite or Redis/)])
  expect(description).toBe('A keyv adapter')
  expect(patienceMs).toBe(2_500)
})

test('an adapter that cannot list its keys is refused', () => {
  const adapter = {
    opts: {},
    get() {},
    set() {},
    delete() {},
    clear() {},
    on() {},
  } as unknown as KeyvStoreAdapter
  expect(() => keyvBackend(adapter)).toThrow(TypeError)
  expect(() => keyvBackend(adapter)).toThrow(/no iterator/)
})

test('a Keyv is no adapter, and is refused', () => {
  const keyv = new Keyv({ store: new Map() }) as unknown as KeyvStoreAdapter
  expect(() => keyvBackend(keyv)).toThrow(TypeError)
  expect(() => keyvBackend(keyv)).toThrow('the adapter itself')
})
