type Done = (error: unknown, rows?: unknown[]) => void

/**
 * Replaces the package `sqlite3`, which `@keyv/sqlite` imports and the bundle omits. Connects to nothing,
 * because the adapter is given our own connection immediately after it is created.
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
