import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { isAbsolute, join, resolve } from 'node:path'
import { memory } from '@space-data/core'
import { Failure, inOneLine, UsageError } from '#failure'
import type { Given } from '#given'
import { openRedis } from '#redis-server'
import { NoSqlite, notThere, openSqlite } from '#sqlite-file'
import type { OpenedBackend, StoreUse } from '#store-use'
import type { Terminal } from '#terminal'

interface BackendChoice {
  /** `memory:`, `sqlite:PATH` or the URL of a Redis; absent for the default file. */
  readonly store: Given | undefined
  /** The sample has a default file of its own, so that its data never mix with live ones. */
  readonly sample: boolean
  readonly use: StoreUse
}

const ELSEWHERE = 'Name another place with --store sqlite:PATH'

/** Opens the named place, or the default file; only what is named is imported. */
export async function openBackend(choice: BackendChoice, terminal: Terminal): Promise<OpenedBackend> {
  const { store, use } = choice
  if (!store) return openDefault(choice, terminal)
  const [, scheme, path = ''] = /^([a-z]+):(?:\/\/)?(.*)$/s.exec(store.text) ?? []
  if (scheme === 'sqlite' && path !== '' && path !== ':memory:')
    return openSqlite(resolve(path), ELSEWHERE, use)
  if (scheme === 'redis' || scheme === 'rediss')
    return { backend: await openRedis(store, { mayWait: use === 'serving' }), wasThere: false }
  if (scheme !== 'memory' || path !== '') {
    const text = store.text.replace(/\/\/.*@/s, '//…@')
    throw new UsageError(`${store.from} takes memory:, sqlite:PATH or redis://HOST, not "${text}"`)
  }
  if (use === 'serving') return { backend: memory(), wasThere: false }
  throw new UsageError(
    `${store.from}: memory is not shared between processes, so there is nothing in it for this command`,
    'Name the store that the server uses: --store sqlite:PATH or redis://HOST',
  )
}

async function openDefault({ sample, use }: BackendChoice, terminal: Terminal): Promise<OpenedBackend> {
  if (use === 'reading') {
    const path = await defaultFile(sample, terminal)
    if (!existsSync(path)) throw notThere(path)
  }
  const elsewhere = use === 'serving' ? `${ELSEWHERE}, or use --store memory:` : ELSEWHERE
  const path = join(await dataDirectory(terminal, elsewhere), fileName(sample))
  try {
    return await openSqlite(path, elsewhere, use)
  } catch (error) {
    if (use !== 'serving' || !(error instanceof NoSqlite)) throw error
    terminal.err(
      `space-data: ${error.message}; using memory instead, which forgets on exit\n${error.remedy}\n`,
    )
    return { backend: memory(), wasThere: false }
  }
}

/** The file that is used when no store is named. */
export async function defaultFile(sample: boolean, terminal: Terminal): Promise<string> {
  return join(await dataFolder(terminal), fileName(sample))
}

const fileName = (sample: boolean) => (sample ? 'space-data-sample.sqlite' : 'space-data.sqlite')

/** The platform's folder for our data, made readable by its owner only. */
async function dataDirectory(terminal: Terminal, elsewhere: string): Promise<string> {
  try {
    const folder = await dataFolder(terminal)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return folder
  } catch (error) {
    throw new Failure(`there is no folder for the data: ${inOneLine(error)}`, elsewhere, error)
  }
}

/** `XDG_DATA_HOME` counts on every platform. */
async function dataFolder({ env }: Terminal): Promise<string> {
  const home = env['XDG_DATA_HOME'] ?? ''
  return isAbsolute(home) ? join(home, 'space-data') : platformDirectory()
}

/** Imported when needed: it fails on import for a user without a home. */
async function platformDirectory(): Promise<string> {
  const { default: envPaths } = await import('env-paths')
  return envPaths('space-data', { suffix: '' }).data
}
