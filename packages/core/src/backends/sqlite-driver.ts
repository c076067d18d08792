import { runtimeModule } from '#backends/runtime-module'

export type Row = Record<string, unknown>

/** What we use of a prepared statement: `all` runs it to its end, whatever becomes of it. */
export interface Statement {
  all(...parameters: unknown[]): Row[]
}

/** What we use of `DatabaseSync` of `node:sqlite`. */
interface Database {
  prepare(sql: string): Statement
  exec(sql: string): void
  close(): void
}

interface DriverModule {
  readonly DatabaseSync: new (path: string) => Database
}

/** The SQLite of this process: of two copies of SQLite in one process neither would see the other's locks. */
export interface SqliteDriver {
  open(path: string): Database
  /** What an operator should know of it, in one sentence. */
  readonly warning?: string
  /** Lets go of databases that were closed while their statements were still there; absent where closing does so. */
  readonly afterClose?: () => Promise<void>
}

/** Before this version, two processes that write and checkpoint at once can damage the file (the WAL-reset bug). */
const SAFE_VERSION = [3, 51, 3]

let chosen: Promise<SqliteDriver> | undefined

/**
 * The SQLite of the runtime (Node from 22.13, Bun, Deno) or, where it has none or an old one, `@photostructure/sqlite`, which has
 * the same class. Rejects with the code `ERR_NO_SQLITE` where there is neither.
 */
export function sqliteDriver(): Promise<SqliteDriver> {
  chosen ??= choose().catch((error) => {
    chosen = undefined
    throw error
  })
  return chosen
}

async function choose(): Promise<SqliteDriver> {
  const ofRuntime = withoutWarning(() => runtimeModule<DriverModule>('node:sqlite'))
  const version = ofRuntime && versionOf(ofRuntime)
  if (ofRuntime && version && isSafe(version)) return { open: opener(ofRuntime) }
  try {
    return { open: opener(await import('@photostructure/sqlite')), afterClose: collectStatements }
  } catch (cause) {
    if (!ofRuntime) throw Object.assign(new Error(NO_SQLITE, { cause }), { code: 'ERR_NO_SQLITE' })
    return { open: opener(ofRuntime), warning: oldVersion(version ?? 'unknown') }
  }
}

const NO_SQLITE =
  'This runtime has no SQLite of its own, and @photostructure/sqlite is not installed or does not load here'

const oldVersion = (version: string) =>
  `The SQLite ${version} of this runtime can damage a file that several processes write to (fixed in ` +
  `${SAFE_VERSION.join('.')}): update the runtime, or install @photostructure/sqlite`

function opener({ DatabaseSync }: DriverModule): SqliteDriver['open'] {
  return (path) => withCode(() => new DatabaseSync(path))
}

function versionOf({ DatabaseSync }: DriverModule): string {
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

/** Node 22 and the first releases of 24 warn once that the module is experimental; nobody who starts a server can act on it. */
function withoutWarning<T>(load: () => T): T {
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
 * `@photostructure/sqlite` 1.x can finalize a statement only by its collection, and until then a closed database keeps its file
 * open and its log beside it: so they are collected now, once, when a store is closed.
 */
async function collectStatements(): Promise<void> {
  const v8 = runtimeModule<{ setFlagsFromString(flags: string): void }>('node:v8')
  const vm = runtimeModule<{ runInNewContext(code: string): () => void }>('node:vm')
  if (!v8 || !vm) return
  v8.setFlagsFromString('--expose-gc')
  // What this turn of the event loop still has on its stack is not collected.
  await new Promise((resolve) => setTimeout(resolve))
  vm.runInNewContext('gc')()
  await new Promise((resolve) => setTimeout(resolve))
}

/** The drivers report the same failure under codes of their own, but all in SQLite's words. */
const CODES: readonly [words: string, code: string][] = [
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

/** Runs one call of the driver; a failure of SQLite gets its code, `SQLITE_BUSY` and so on, in `code` and before its words. */
export function withCode<T>(call: () => T): T {
  try {
    return call()
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error)
    const code = CODES.find(([part]) => words.includes(part))?.[1]
    throw code ? Object.assign(new Error(`${code}: ${words}`, { cause: error }), { code }) : error
  }
}
