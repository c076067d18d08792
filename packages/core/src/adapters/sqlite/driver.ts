import { runtimeModule } from '#adapters/sqlite/runtime-module'

/** Row of a result, by column name. */
export type Row = Record<string, unknown>

/** Parts of a prepared statement that are used. `all` runs it to its end and returns all rows. */
export interface Statement {
  all(...parameters: unknown[]): Row[]
}

/** Parts of `DatabaseSync` of `node:sqlite` that are used. */
interface Database {
  prepare(sql: string): Statement
  exec(sql: string): void
  close(): void
}

interface DriverModule {
  readonly DatabaseSync: new (path: string) => Database
}

/** The only SQLite of this process, because two copies in one process would not see each other's locks. */
export interface SqliteDriver {
  open(path: string): Database
  /** Warning for operators about it, in one sentence. */
  readonly warning?: string
  /** Releases the file of a closed database that had these statements. Absent if closing releases it. */
  readonly afterClose?: (statements: readonly WeakRef<Statement>[]) => Promise<void>
}

/**
 * Earlier versions can damage a file that two processes write and checkpoint at the same time (the WAL-reset
 * bug).
 */
const SAFE_VERSION = [3, 51, 3]

let loaded: Promise<SqliteDriver> | undefined

/**
 * Returns the SQLite of the runtime (Node from 22.13, Bun, Deno). If the runtime has none, or an unsafe
 * version, returns `@photostructure/sqlite`, which has the same API.
 *
 * @throws Error with the code `ERR_NO_SQLITE` if neither is available.
 */
export function sqliteDriver(): Promise<SqliteDriver> {
  loaded ??= loadDriver().catch((error) => {
    loaded = undefined
    throw error
  })
  return loaded
}

async function loadDriver(): Promise<SqliteDriver> {
  const builtIn = withoutExperimentalWarning(() => runtimeModule<DriverModule>('node:sqlite'))
  const version = builtIn && readVersion(builtIn)
  if (builtIn && version && isSafe(version)) return { open: opener(builtIn) }
  try {
    return { open: opener(await import('@photostructure/sqlite')), afterClose: collectStatements }
  } catch (cause) {
    if (!builtIn) throw Object.assign(new Error(NO_SQLITE, { cause }), { code: 'ERR_NO_SQLITE' })
    return { open: opener(builtIn), warning: unsafeVersionWarning(version ?? 'unknown') }
  }
}

const NO_SQLITE =
  'This runtime has no SQLite, and @photostructure/sqlite is not installed or cannot be loaded'

const unsafeVersionWarning = (version: string) =>
  `SQLite ${version} of this runtime can damage a file that several processes write to (fixed in ` +
  `${SAFE_VERSION.join('.')}): update the runtime, or install @photostructure/sqlite`

function opener({ DatabaseSync }: DriverModule): SqliteDriver['open'] {
  return (path) => withSqliteCode(path, () => new DatabaseSync(path))
}

function readVersion({ DatabaseSync }: DriverModule): string {
  const database = new DatabaseSync(':memory:')
  try {
    return String(database.prepare('SELECT sqlite_version() AS version').all()[0]?.['version'])
  } finally {
    database.close()
  }
}

function isSafe(version: string): boolean {
  const parts = version.split('.').map(Number)
  const differing = SAFE_VERSION.findIndex((part, i) => parts[i] !== part)
  return differing < 0 || (parts[differing] ?? 0) > (SAFE_VERSION[differing] ?? 0)
}

/** Suppresses the warning of Node 22 and early versions of Node 24 that the module is experimental. */
function withoutExperimentalWarning<T>(load: () => T): T {
  const { process } = globalThis as { process?: { emitWarning?: (...warning: unknown[]) => void } }
  const emitWarning = process?.emitWarning
  if (!process || !emitWarning) return load()
  process.emitWarning = (...warning) => {
    if (!/SQLite/.test(String(warning[0]))) emitWarning.apply(process, warning)
  }
  try {
    return load()
  } finally {
    process.emitWarning = emitWarning
  }
}

/**
 * Runs garbage collections when a store is closed. `@photostructure/sqlite` 1.x finalizes statements only
 * when they are collected. Until then, a closed database keeps its file and log open. One collection is
 * enough unless a call in progress, or a compilation on a busy machine, still holds a statement.
 */
async function collectStatements(statements: readonly WeakRef<Statement>[]): Promise<void> {
  const v8 = runtimeModule<{ setFlagsFromString(flags: string): void }>('node:v8')
  const vm = runtimeModule<{ runInNewContext(code: string): () => void }>('node:vm')
  if (!v8 || !vm) return
  v8.setFlagsFromString('--expose-gc')
  const collect = vm.runInNewContext('gc')
  for (let waitMs = 1; waitMs <= MAX_WAIT_MS; waitMs *= 2) {
    // Values on the stack of this turn of the event loop would not be collected.
    await sleep(waitMs)
    collect()
    await sleep(0)
    if (statements.every((statement) => statement.deref() === undefined)) return
  }
}

/** The longest wait between two collections, in milliseconds: two seconds in all. */
const MAX_WAIT_MS = 1_024

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** Codes by SQLite's messages. The drivers have different codes, but the same messages. */
const CODES: readonly [message: string, code: string][] = [
  ['database is locked', 'SQLITE_BUSY'],
  ['is locked', 'SQLITE_LOCKED'],
  ['file is not a database', 'SQLITE_NOTADB'],
  ['database disk image is malformed', 'SQLITE_CORRUPT'],
  ['malformed database schema', 'SQLITE_CORRUPT'],
  ['attempt to write a readonly database', 'SQLITE_READONLY'],
  ['database or disk is full', 'SQLITE_FULL'],
  ['unable to open database', 'SQLITE_CANTOPEN'],
  ['disk I/O error', 'SQLITE_IOERR'],
]

/**
 * Runs a call of the driver on a file. If it fails, the error gets SQLite's code, such as `SQLITE_BUSY`, also
 * in the message.
 */
export function withSqliteCode<T>(path: string, call: () => T): T {
  try {
    return call()
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const code = CODES.find(([part]) => message.includes(part))?.[1]
    if (code === 'SQLITE_FULL') throw fullDiskError(path)
    throw code ? Object.assign(new Error(`${code}: ${message}`, { cause: error }), { code }) : error
  }
}

/** Returns the error for a file that cannot grow. The error of the driver contains no more details. */
export function fullDiskError(path: string): Error & { code: string } {
  const message = `SQLITE_FULL: the disk of ${path} is full; free some space`
  return Object.assign(new Error(message), { code: 'SQLITE_FULL' })
}
