import { runtimeModule } from '#backends/runtime-module'
import type { Query } from '#backends/sqlite-connection'

/** What we use of `node:fs/promises`. */
interface FileSystem {
  open(path: string, flags: string, mode?: number): Promise<FileHandle>
  access(path: string): Promise<void>
  rename(path: string, newPath: string): Promise<void>
  rm(path: string, options: { force: boolean }): Promise<void>
}

interface FileHandle {
  sync(): Promise<void>
  close(): Promise<void>
}

/**
 * Copies the database, as it is at one moment, into a new file: written under another name in the same folder, synced, and only then
 * given its own. Others may read and write meanwhile; a log that they write to is emptied after it.
 */
export async function backUp(query: Query, path: string): Promise<void> {
  const fs = runtimeModule<FileSystem>('node:fs/promises')
  if (!fs) throw new Error('This runtime has no file system')
  const isThere = fs.access(path).then(
    () => true,
    () => false,
  )
  if (await isThere) throw Object.assign(new Error(`EEXIST: ${path} is there already`), { code: 'EEXIST' })
  const partial = `${path}.${crypto.randomUUID().slice(0, 8)}.partial`
  const fresh = await fs.open(partial, 'wx', 0o600)
  try {
    await fresh.close()
    await query('VACUUM INTO ?', partial)
    await sync(partial, 'r+', fs)
    await fs.rename(partial, path)
  } finally {
    await Promise.all([partial, `${partial}-journal`].map((file) => fs.rm(file, { force: true })))
  }
  await sync(path.replace(/[^/\\]*$/, '') || '.', 'r', fs).catch(() => {})
}

async function sync(path: string, flags: string, fs: FileSystem): Promise<void> {
  const file = await fs.open(path, flags)
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
