import { JobLockedError, type WholeSpaceData } from '@space-data/core'
import { readConfig } from '#config/config'
import { requestAsOperator } from '#instance/operator-request'
import { problemError } from '#instance/problem-error'
import { openService, type ServiceFlags } from '#instance/service'
import { readApiKey } from '#kit/api-key'
import { CliError, describeError, UsageError } from '#kit/errors'
import { parseBaseUrl } from '#kit/http-url'
import { readRawValue } from '#kit/raw-value'
import type { Terminal } from '#kit/terminal'
import type { StoreUse } from '#store/store-use'

export interface SourceFlags extends ServiceFlags {
  readonly base?: string
  readonly keyFile?: string
}

/** Where data come from. */
export interface DataSource {
  /**
   * @param remedies what to do, by error code; used for errors of this process only
   * @throws CliError with the message of the API, for any response that is not successful
   */
  get(path: string, accept: string, remedies?: Readonly<Record<string, string>>): Promise<Response>
  /** Records the newest history; absent for a server, which does so itself, and for a mirror. */
  record?(): Promise<void>
  close(): Promise<void>
}

const TIMEOUT_MS = 20_000

/**
 * Opens the server at `--base`, otherwise the library in this process, with the server's store as its cache.
 * @param use how the library uses the store
 */
export async function openSource(flags: SourceFlags, terminal: Terminal, use: StoreUse): Promise<DataSource> {
  const base = readRawValue(flags.base, ['--base', 'SPACE_DATA_BASE'], terminal.env)
  if (base) {
    const address = parseBaseUrl(base.text)
    if (address === undefined)
      throw new UsageError(`${base.from} takes an http or https URL without a query or user name`)
    return server(address, await readApiKey({ keyFile: flags.keyFile }, terminal.env))
  }
  if (flags.keyFile !== undefined) throw new UsageError('--key-file needs --base')
  const config = await readConfig(flags, terminal)
  const spaceData = await openService(flags, terminal, { use, webhooks: 'optional', config })
  return config.mirror === undefined ? recording(spaceData) : inProcess(spaceData)
}

function inProcess(spaceData: WholeSpaceData): DataSource {
  return {
    get(path, accept, remedies) {
      return requestAsOperator(path, spaceData, { accept, remedies })
    },
    close: () => spaceData.close(),
  }
}

function recording(spaceData: WholeSpaceData): DataSource {
  return {
    ...inProcess(spaceData),
    async record() {
      await spaceData.jobs.series.run().catch((error) => {
        // Another process is recording.
        if (!(error instanceof JobLockedError)) throw error
      })
    },
  }
}

function server(base: string, key: string | undefined): DataSource {
  return {
    async get(path, accept) {
      const headers = { accept, ...(key !== undefined && { 'x-api-key': key }) }
      const response = await fetch(base + path, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(
        (error) => {
          throw new CliError(
            `cannot reach ${base}: ${describeError(reasonOf(error))}`,
            'Is the server running?',
            error,
          )
        },
      )
      if (!response.ok) throw await problemError(response, toKeyRemedies(base))
      return response
    },
    close: async () => {},
  }
}

/** Returns the cause of a failed `fetch`: the message of every failure is `fetch failed`. */
function reasonOf(error: unknown): unknown {
  return error instanceof TypeError ? (error.cause ?? error) : error
}

function toKeyRemedies(base: string): Record<string, string> {
  const remedy = `Get a key: curl -d '{"label":"me"}' -H 'content-type: application/json' ${base}/v1/keys`
  return { missing_key: remedy, invalid_key: remedy, expired_key: remedy }
}
