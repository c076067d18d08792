import type { WholeSpaceData } from '@space-data/core'
import { ReceiverRefusedError } from '@space-data/core/alerts'
import { nodeSender } from '@space-data/core/node'
import type { Config } from '#config/config'
import { redactSecrets } from '#config/setting'
import { privateFileWarning } from '#kit/files'
import { type OpenedWebhooks, webhooksNotOffered } from '#webhooks/open-webhooks'

/** Returns warnings about the webhooks of a server for its operator, one sentence each. */
export async function webhookWarnings(
  opened: OpenedWebhooks,
  { webhookAllowPrivate, alerts }: Config,
  spaceData: WholeSpaceData,
): Promise<string[]> {
  if (!opened.options) {
    const { message, remedy } = webhooksNotOffered(opened.reason)
    return [`${message}. ${remedy}`]
  }
  const readable = opened.file && (await privateFileWarning(opened.file))
  return [
    ...(readable ? [readable] : []),
    ...(opened.isNew && (await countWebhooks(spaceData)) > alerts.length
      ? [
          `${opened.file} was missing and has been created, so all webhooks are now signed with other secrets; ` +
            'restore the file from a backup, or rotate the secret of each webhook',
        ]
      : []),
    ...(webhookAllowPrivate
      ? ['webhooks may be sent to this machine and to private networks (--allow-private-receivers)']
      : []),
  ]
}

/** Counts webhooks and configured receivers; 0 while the store is unavailable. */
async function countWebhooks(spaceData: WholeSpaceData): Promise<number> {
  const counts = await spaceData.webhooks.summary().catch(() => undefined)
  return counts ? counts.active + counts.disabled : 0
}

/** Returns a warning for each configured receiver of alerts that would be rejected. */
export async function receiverWarnings({ alerts, webhookAllowPrivate }: Config): Promise<string[]> {
  const sender = nodeSender({ allowPrivate: webhookAllowPrivate })
  const checks = alerts.map(async ({ url }) => {
    const refusal = await sender.check(url).catch((error: unknown) => error)
    if (!(refusal instanceof ReceiverRefusedError)) return []
    return [`alerts: nothing is sent to ${redactSecrets(url)}: ${refusal.message}`]
  })
  return (await Promise.all(checks)).flat()
}
