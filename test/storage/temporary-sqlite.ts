import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sqlite } from '../../packages/core/src/backends/sqlite.ts'
import type { Backend } from '../../packages/core/src/store/backend.ts'

/** A folder of its own that goes away when the test leaves the block. */
export function temporaryFolder(): { path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), 'space-data-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}

/** A SQLite backend on a new file that goes away when it is closed. */
export async function temporarySqlite(): Promise<Backend> {
  const folder = temporaryFolder()
  const backend = await sqlite(join(folder.path, 'space-data.sqlite'))
  const close = async () => {
    await backend.close()
    folder[Symbol.dispose]()
  }
  return { ...backend, close }
}
