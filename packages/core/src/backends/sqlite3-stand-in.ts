type Done = (error: unknown, rows?: unknown[]) => void

/**
 * Stands in for the package `sqlite3`, which `@keyv/sqlite` names and is bundled without: it connects to nothing, for the adapter
 * is given our own connection as soon as it is made.
 */
class Database {
  constructor(_path: string, opened: Done) {
    queueMicrotask(() => opened(null))
  }

  all(_sql: string, done: Done): void {
    done(null, [])
  }

  close(done: Done): void {
    done(null)
  }
}

export default { Database }
