import { runtimeModule } from '#backends/runtime-module'

/** The part of `node:fs/promises` in use. */
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
 * log, and a checkpoint syncs the log and then the file before the log is overwritten: all earlier commits
 * are on disk afterwards.
 */
export function createLogSync(path: string): () => Promise<void> {
  const fs = runtimeModule<FileSystem>('node:fs/promises')
  let running = syncFolder().catch(() => {})
  let next: Promise<void> | undefined

  return () => {
    next ??= running
      .catch(() => {})
      .then(() => {
        next = undefined
        running = syncLog()
        return running
      })
    return next
  }

  async function syncLog(): Promise<void> {
    if (!fs) throw new Error('cannot sync the SQLite log: this runtime has no file system')
    const log = await fs.open(`${path}-wal`, 'r+')
    try {
      await log.datasync()
    } finally {
      await log.close()
    }
  }

  /** Makes the names of new files durable; fails on Windows, which neither can nor must sync folders. */
  async function syncFolder(): Promise<void> {
    const folder = await fs?.open(path.replace(/[^/\\]*$/, '') || '.', 'r')
    try {
      await folder?.sync()
    } finally {
      await folder?.close()
    }
  }
}
