import {
  createSpaceData,
  type ProviderId,
  providers,
  type ReportPdf,
  type ServiceEvent,
  type SpaceDataOptions,
  type WholeSpaceData,
} from '@space-data/core'
import { everything } from '@space-data/core/features'
import type { Compressor } from '@space-data/core/http'
import { type Config, readConfig } from '#config/config'
import type { ConfigFlags } from '#config/flags-and-variables'
import { errorReporter } from '#instance/error-reporter'
import { toMirror } from '#instance/mirror/mirror-settings'
import { operatorName } from '#instance/operator-name'
import { sampleOptions } from '#instance/sample-options'
import type { Terminal } from '#kit/terminal'
import { issueCommandForClients } from '#serve/issue-command'
import { readSigningKeys } from '#signing/key-file'
import { openBackend } from '#store/open-backend'
import type { OpenedBackend, StoreUse } from '#store/store-use'
import { openWebhooks, type WebhookUse } from '#webhooks/open-webhooks'
import { webhookWarnings } from '#webhooks/webhook-warnings'

/** Flags that select the store and the upstreams. */
export type ServiceFlags = ConfigFlags

interface OpenOptions {
  readonly use: StoreUse
  /** Default: `serving` for a server, otherwise `optional`. */
  readonly webhooks?: WebhookUse
  /** The settings, if they have been read already. */
  readonly config?: Config
  /** Receives errors as single lines; default: stderr. */
  readonly onErrorLine?: (line: string) => void
  readonly onEvent?: ((event: ServiceEvent) => void) | undefined
  /** Default: no compression. */
  readonly compress?: Compressor
}

/** Creates an instance from flags, environment and configuration file. */
export async function openService(
  flags: ServiceFlags,
  terminal: Terminal,
  { use, webhooks: webhookUse, config: known, onErrorLine, onEvent, compress }: OpenOptions,
): Promise<WholeSpaceData> {
  const config = known ?? (await readConfig(flags, terminal))
  const sample = flags.sample === true
  const report = errorReporter(onErrorLine ?? ((line) => terminal.err(`space-data: ${line}\n`)))
  const { signingKeyFile } = config
  const signing =
    use === 'serving' && signingKeyFile !== undefined ? await readSigningKeys(signingKeyFile) : undefined
  let isOpen = true
  const opened = await openBackend({ store: config.store, sample, use }, terminal)
  const { backend } = opened
  const webhooks = await openWebhooks(
    config,
    opened,
    webhookUse ?? (use === 'serving' ? 'serving' : 'optional'),
  )
  const spaceData = createSpaceData({
    features: everything,
    ...toServiceOptions(config),
    ...(use === 'serving' && { issueCommand: issueCommandForClients(flags, config, terminal) }),
    ...(webhooks.options && { webhooks: webhooks.options, alerts: config.alerts }),
    ...(signing && { signing }),
    store: backend,
    onError: (error) => isOpen && report(error),
    ...(onEvent && { onEvent }),
    ...(compress && { compress }),
    ...(sample && (await sampleOptions(Object.values(normalizeOrigins(config.upstreams)), config.options))),
  })
  const warnings =
    use === 'serving'
      ? [
          ...((await hasLostKeys(spaceData, opened)) ? [emptyStoreWarning(spaceData)] : []),
          ...(await webhookWarnings(webhooks, config, spaceData)),
        ]
      : []
  return {
    ...spaceData,
    store: {
      ...spaceData.store,
      warnings: [...spaceData.store.warnings, ...warnings],
    },
    close() {
      isOpen = false
      return spaceData.close()
    },
  }
}

/** Returns whether the store file existed but was truncated, or has no keys although keys were issued. */
async function hasLostKeys(
  { store, keys }: WholeSpaceData,
  { existed, wasBlank }: OpenedBackend,
): Promise<boolean> {
  if (!existed || (await store.hasKeys())) return false
  return wasBlank === true || (await keys.log()).length > 0
}

function emptyStoreWarning({ store }: WholeSpaceData): string {
  return (
    `The store, ${store.description}, exists but contains no keys, so every request with a key is ` +
    'rejected with 401. ' +
    'If keys are missing, stop the server and restore a backup'
  )
}

/** Loaded on demand: the PDF library and its font take longer to load than all the rest. */
const reportPdf: ReportPdf = async (report) =>
  (await import('@space-data/core/report')).renderReportPdf(report)

/**
 * Normalizes configured upstream origins. Order and spelling must be stable, because the store separates data
 * by origins.
 */
function normalizeOrigins(
  upstreams: Readonly<Record<string, string | undefined>>,
): Partial<Record<ProviderId, string>> {
  return Object.fromEntries(
    Object.keys(providers).flatMap((id) => {
      const origin = upstreams[id]
      return origin === undefined ? [] : [[id, new URL(origin).href.replace(/\/+$/, '')]]
    }),
  )
}

/** Converts settings to options of core. */
export function toServiceOptions(config: Config): SpaceDataOptions {
  const mirror = toMirror(config)
  return {
    ...config.options,
    upstreams: normalizeOrigins(config.upstreams),
    tiers: config.tierChanges,
    limits: config.limits,
    ...(mirror && { mirror }),
    operator: operatorName(),
    reportPdf,
  }
}

interface WithServiceOptions {
  /** The settings, if they have been read already. */
  readonly config?: Config
  /** Default: `reading`, which fails if there is no store. */
  readonly use?: StoreUse
  /** Default: `optional`. */
  readonly webhooks?: WebhookUse
}

/** Opens an instance, runs `work` and closes it. */
export async function withService<T>(
  flags: ServiceFlags,
  terminal: Terminal,
  work: (spaceData: WholeSpaceData) => Promise<T>,
  { use = 'reading', ...options }: WithServiceOptions = {},
): Promise<T> {
  const spaceData = await openService(flags, terminal, { use, ...options })
  try {
    return await work(spaceData)
  } finally {
    await spaceData.close()
  }
}
