import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { isAbsolute, join, resolve } from 'node:path'
import { memory } from '@space-data/core'
import { CliError, describeError, UsageError } from '#kit/errors'
import type { RawValue } from '#kit/raw-value'
import type { Terminal } from '#kit/terminal'
import { openServer, serverOf } from '#store/open-server'
import { openSqlite, SqliteUnavailableError, storeNotFound } from '#store/sqlite'
import type { OpenedBackend, StoreUse } from '#store/store-use'

interface BackendChoice {
  /** `memory:`, `sqlite:PATH` or the URL of a Redis or a Postgres; absent for the default file. */
  readonly store: RawValue | undefined
  /** Sample data have a default file of their own, so that they never mix with live data. */
  readonly sample: boolean
  readonly use: StoreUse
}

const ELSEWHERE = 'Set another path with --store sqlite:PATH'

/** Opens the named store or the default file. Drivers are imported on demand. */
export async function openBackend(choice: BackendChoice, terminal: Terminal): Promise<OpenedBackend> {
  const { store, use } = choice
  if (!store) return openDefault(choice, terminal)
  const [, scheme, path = ''] = /^([a-z+]+):(?:\/\/)?(.*)$/s.exec(store.text) ?? []
  if (scheme === 'sqlite' && path !== '' && path !== ':memory:')
    return openSqlite(resolve(path), ELSEWHERE, use)
  const server = serverOf(scheme)
  if (server) {
    const backend = await openServer(server, store, { mayWait: use === 'serving' })
    return { backend, existed: false, place: 'server' }
  }
  if (scheme !== 'memory' || path !== '') {
    const text = store.text.replace(/\/\/.*@/s, '//…@')
    throw new UsageError(
      `${store.from} takes memory:, sqlite:PATH, redis://HOST or ` +
        `postgres://HOST/DATABASE, not "${text}"`,
    )
  }
  if (use === 'serving') return { backend: memory(), existed: false, place: 'memory' }
  throw new UsageError(
    `${store.from}: memory is not shared between processes, so this command cannot use it`,
    'Use the store of the server: --store sqlite:PATH, redis://HOST or postgres://HOST/DATABASE',
  )
}

async function openDefault({ sample, use }: BackendChoice, terminal: Terminal): Promise<OpenedBackend> {
  if (use === 'reading') {
    const path = await defaultFile(sample, terminal)
    if (!existsSync(path)) throw storeNotFound(path)
  }
  const elsewhere = use === 'serving' ? `${ELSEWHERE}, or use --store memory:` : ELSEWHERE
  const path = join(await dataDirectory(terminal, elsewhere), fileName(sample))
  try {
    return await openSqlite(path, elsewhere, use)
  } catch (error) {
    if (use !== 'serving' || !(error instanceof SqliteUnavailableError)) throw error
    terminal.err(
      `space-data: ${error.message}; using memory instead; all data are lost on exit\n${error.remedy}\n`,
    )
    return { backend: memory(), existed: false, place: 'memory' }
  }
}

/** Returns the path of the default store. */
export async function defaultFile(sample: boolean, terminal: Terminal): Promise<string> {
  return join(await dataFolder(terminal), fileName(sample))
}

const fileName = (sample: boolean) => (sample ? 'space-data-sample.sqlite' : 'space-data.sqlite')

/** Creates the data folder, readable by its owner only. */
async function dataDirectory(terminal: Terminal, elsewhere: string): Promise<string> {
  try {
    const folder = await dataFolder(terminal)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return folder
  } catch (error) {
    throw new CliError(`cannot create the data folder: ${describeError(error)}`, elsewhere, error)
  }
}

/** Honours `XDG_DATA_HOME` on every platform. */
async function dataFolder({ env }: Terminal): Promise<string> {
  const home = env['XDG_DATA_HOME'] ?? ''
  return isAbsolute(home) ? join(home, 'space-data') : platformDirectory()
}

/** Imported on demand: it throws on import for a user without a home directory. */
async function platformDirectory(): Promise<string> {
  const { default: envPaths } = await import('env-paths')
  return envPaths('space-data', { suffix: '' }).data
}
