import { randomBytes } from 'node:crypto'
import type { WebhookOptions } from '@space-data/core'
import { nodeSender } from '@space-data/core/node'
import type { Config } from '#config/config'
import { CliError } from '#kit/errors'
import { parseSecrets } from '#kit/parse'
import type { OpenedBackend } from '#store/store-use'
import { createSecretFile, readSecretFile, type Secrets, secretFileOf } from '#webhooks/secret-file'

type WebhookConfig = Pick<Config, 'webhookSecret' | 'webhookAllowPrivate' | 'publicUrl' | 'alerts'>

/** Options for signing and sending webhooks, or the reason why there are none. */
export type OpenedWebhooks = OfferedWebhooks | { readonly options?: undefined; readonly reason: CliError }

interface OfferedWebhooks {
  readonly options: WebhookOptions
  /** The file with the master secret, if it is in one. */
  readonly file?: string
  /** Whether the secret was created just now. */
  readonly isNew?: boolean
}

/**
 * How a command uses webhooks. `required` fails if they are not offered, and so does `serving` if the
 * configuration has receivers of alerts. `creating` and `serving` create the master secret of a SQLite store
 * that has none.
 */
export type WebhookUse = 'optional' | 'required' | 'creating' | 'serving'

/**
 * Opens the webhooks of a store.
 * @throws CliError if they are not offered and `use` needs them; the store is then closed
 */
export async function openWebhooks(
  config: WebhookConfig,
  { place, backend }: Pick<OpenedBackend, 'place' | 'backend'>,
  use: WebhookUse,
): Promise<OpenedWebhooks> {
  const isNeeded = use === 'serving' ? config.alerts.length > 0 : use !== 'optional'
  const mayCreate = use === 'serving' || use === 'creating'
  try {
    const opened = await findSecret(config, place, mayCreate)
    if (isNeeded && !opened.options) throw webhooksNotOffered(opened.reason)
    return opened
  } catch (error) {
    await backend.close()
    throw error
  }
}

/**
 * Finds the master secret of the webhooks: in the settings, in a file beside a SQLite store, or a new one for
 * a store in memory. On Redis and Postgres it must be set, because all servers need the same secret.
 */
async function findSecret(
  { webhookSecret, webhookAllowPrivate: allowPrivate, publicUrl }: WebhookConfig,
  place: OpenedBackend['place'],
  mayCreate: boolean,
): Promise<OpenedWebhooks> {
  const offer = (secret: Secrets, source: Omit<OfferedWebhooks, 'options'> = {}): OfferedWebhooks => {
    return { ...source, options: { secret, sender: nodeSender({ allowPrivate }), publicUrl } }
  }
  const configured = parseSecrets(webhookSecret ?? '')
  if (configured) return offer(configured)
  if (place === 'memory') return offer([randomBytes(32).toString('base64url')])
  if (place === 'server') return { reason: new CliError('there is no master secret', SET_SECRET) }
  try {
    const file = await secretFileOf(place.file)
    const secrets = await readSecretFile(file)
    if (secrets) return offer(secrets, { file })
    if (mayCreate) return offer(await createSecretFile(file, place.file), { file, isNew: true })
    return { reason: new CliError('there is no master secret yet', 'Start a server, or add a webhook') }
  } catch (error) {
    if (error instanceof CliError) return { reason: error }
    throw error
  }
}

const SET_SECRET =
  'Set SPACE_DATA_WEBHOOK_SECRET to at least 32 random characters, the same for all servers on the store'

/** Returns the error of a command that requires webhooks. */
export function webhooksNotOffered({ message, remedy }: CliError): CliError {
  return new CliError(`webhooks are not offered: ${message}`, remedy)
}
