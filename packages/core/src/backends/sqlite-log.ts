import { runtimeModule } from '#backends/runtime-module'

/** What we use of `node:fs/promises`. */
interface FileSystem {
  open(path: string, flags: string): Promise<FileHandle>
}

interface FileHandle {
  sync(): Promise<void>
  datasync(): Promise<void>
  close(): Promise<void>
}

/**
 * Syncs the write-ahead log of a SQLite file, on a thread of the runtime: it takes no lock and stops nothing else. Whoever asks
 * while one sync is under way shares the next. With `synchronous=NORMAL` a commit is in the log, and a checkpoint syncs the log and
 * then the file before the log is written over: what was committed before this is on the disk after it, in one of the two.
 */
export function logSync(path: string): () => Promise<void> {
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
    if (!fs) throw new Error('This runtime has no file system')
    const log = await fs.open(`${path}-wal`, 'r+')
    try {
      await log.datasync()
    } finally {
      await log.close()
    }
  }

  /** The names of new files are on the disk only with their folder; on Windows, where none can be opened, they are by themselves. */
  async function syncFolder(): Promise<void> {
    const folder = await fs?.open(path.replace(/[^/\\]*$/, '') || '.', 'r')
    try {
      await folder?.sync()
    } finally {
      await folder?.close()
    }
  }
}
