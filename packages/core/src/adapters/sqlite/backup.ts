import type { Query } from '#adapters/sqlite/connection'
import { fullDiskError } from '#adapters/sqlite/driver'
import { runtimeModule } from '#adapters/sqlite/runtime-module'
import { syncFile, syncFolderOf } from '#adapters/sqlite/sync'

/** Parts of `node:fs/promises` that are used. */
interface FileSystem {
  open(path: string, flags: string, mode: number): Promise<{ close(): Promise<void> }>
  access(path: string): Promise<void>
  rename(path: string, newPath: string): Promise<void>
  rm(path: string, options: { force: boolean }): Promise<void>
}

/**
 * Writes a consistent copy of the database to a new file. It is written under a temporary name in the same
 * folder, then synced and renamed. Other processes can read and write meanwhile.
 *
 * @throws Error with the code `EEXIST` if the file exists.
 */
export async function backUpSqlite(query: Query, path: string): Promise<void> {
  const fs = runtimeModule<FileSystem>('node:fs/promises')
  if (!fs) throw new Error('cannot write the backup: this runtime has no file system')
  const exists = fs.access(path).then(
    () => true,
    () => false,
  )
  if (await exists)
    throw Object.assign(new Error(`EEXIST: ${path} already exists: choose another path`), { code: 'EEXIST' })
  const temporary = `${path}.${crypto.randomUUID().slice(0, 8)}.partial`
  const fresh = await fs.open(temporary, 'wx', 0o600)
  try {
    await fresh.close()
    await query('VACUUM INTO ?', temporary).catch((error) => {
      throw error.code === 'SQLITE_FULL' ? fullDiskError(path) : error
    })
    await syncFile(temporary)
    await fs.rename(temporary, path)
  } finally {
    await Promise.all([temporary, `${temporary}-journal`].map((file) => fs.rm(file, { force: true })))
  }
  await syncFolderOf(path)
}
