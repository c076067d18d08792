import { shareCalls } from '#adapters/shared/coalesce'
import { runtimeModule } from '#adapters/sqlite/runtime-module'

/** Parts of `node:fs/promises` that are used. */
interface FileSystem {
  open(path: string, flags: string): Promise<FileHandle>
}

interface FileHandle {
  sync(): Promise<void>
  datasync(): Promise<void>
  close(): Promise<void>
}

/**
 * Returns a function that syncs the write-ahead log of a SQLite file to disk, on a thread of the runtime and
 * without a lock. Calls made during a sync share the next one. With `synchronous=NORMAL` a commit is in the
 * log, and a checkpoint syncs the log and then the file before the log is overwritten. So all earlier commits
 * are on disk afterwards.
 */
export function createLogSync(path: string): () => Promise<void> {
  const folderSynced = syncFolderOf(path)
  return shareCalls(async () => {
    await folderSynced
    await withFile(`${path}-wal`, 'r+', (log) => log.datasync())
  })
}

/** Syncs a file. */
export function syncFile(path: string): Promise<void> {
  return withFile(path, 'r+', (file) => file.sync())
}

/**
 * Makes the names of new files durable. Does nothing on Windows, where folders cannot and need not be synced.
 */
export function syncFolderOf(path: string): Promise<void> {
  return withFile(path.replace(/[^/\\]*$/, '') || '.', 'r', (folder) => folder.sync()).catch(() => {})
}

async function withFile(
  path: string,
  flags: string,
  sync: (file: FileHandle) => Promise<void>,
): Promise<void> {
  const fs = runtimeModule<FileSystem>('node:fs/promises')
  if (!fs) throw new Error('SQLite cannot be synced to disk: this runtime has no file system')
  const file = await fs.open(path, flags)
  try {
    await sync(file)
  } finally {
    await file.close()
  }
}
