import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StoreBackend } from '@space-data/core'
import { sqlite } from '../../packages/core/src/adapters/sqlite/index.ts'

/** A temporary folder that is deleted with the block of the test. */
export function temporaryFolder(): { path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), 'space-data-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}

/** A SQLite backend on a temporary file that is deleted on close. */
export async function temporarySqlite(): Promise<StoreBackend> {
  const folder = temporaryFolder()
  const backend = await sqlite(join(folder.path, 'space-data.sqlite'))
  const close = async () => {
    await backend.close()
    folder[Symbol.dispose]()
  }
  return { ...backend, close }
}
