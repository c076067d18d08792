import type { WholeSpaceData } from '@space-data/core'
import type { DeliveryAttempt } from '@space-data/core/alerts'
import { readConfig } from '#config/config'
import type { Style } from '#kit/colors'
import { CliError, UsageError } from '#kit/errors'
import { formatCount, printPairs, printTable } from '#kit/print'
import { parseWholeNumber } from '#kit/raw-value'
import type { Terminal } from '#kit/terminal'
import { formatAgo, formatMoment } from '#kit/times'
import { type WebhookFlags, withWebhook } from '#webhooks/manage'
import { assertReceiverAllowed } from '#webhooks/refusals'

/**
 * Sends a ping and prints the result.
 * @throws CliError unless the receiver answers with 2xx; a usage error if the receiver is not allowed
 */
export async function testWebhook(id: string, flags: WebhookFlags, terminal: Terminal): Promise<void> {
  const config = await readConfig(flags, terminal)
  const test = async (webhooks: WholeSpaceData['webhooks'], account: string) => {
    const webhook = await webhooks.show(account, id)
    // These settings may be stricter than the servers' settings, which is not a failure of the receiver.
    if (webhook) await assertReceiverAllowed(webhook.url, config)
    return webhook && webhooks.test(account, id)
  }
  const attempt = await withWebhook(id, flags, terminal, test, printAttempt)
  if (attempt.outcome !== 'delivered')
    throw new CliError('the receiver did not answer the webhook.ping with 2xx')
}

interface DeliveriesFlags extends WebhookFlags {
  readonly limit: string
  readonly before?: string
}

/** Prints attempts to deliver, newest first. */
export async function webhookDeliveries(
  id: string,
  flags: DeliveriesFlags,
  terminal: Terminal,
): Promise<void> {
  const limit = parseWholeNumber({ text: flags.limit, from: '--limit' }, 100, 1)
  const before = parsePosition(flags.before, '--before')
  const page = { limit, ...(before !== undefined && { before }) }
  const list = (webhooks: WholeSpaceData['webhooks'], account: string) =>
    webhooks.deliveries(account, id, page)
  await withWebhook(id, flags, terminal, list, printAttempts)
}

function printAttempts(attempts: readonly DeliveryAttempt[], terminal: Terminal): Promise<void> {
  return printTable(
    ['ATTEMPT', 'ALERT', 'SEQUENCE', 'TRY', 'WHEN', 'OUTCOME', 'TIME', 'ERROR'],
    attempts.map((attempt) => [
      String(attempt.attempt),
      attempt.alertType,
      String(attempt.sequence ?? '-'),
      String(attempt.tryNumber),
      formatAgo(attempt.startedAt, '-'),
      outcomeCell(attempt),
      formatDuration(attempt),
      attempt.error ?? '',
    ]),
    terminal,
    { leaving: ['SEQUENCE', 'TIME'] },
  )
}

interface ReplayFlags extends WebhookFlags {
  readonly after?: string
}

/** Queues alerts to be sent again, and prints their number. */
export async function replayWebhook(id: string, flags: ReplayFlags, terminal: Terminal): Promise<void> {
  const after = parsePosition(flags.after, '--after')
  await withWebhook(
    id,
    flags,
    terminal,
    (webhooks, account) => webhooks.replay(account, id, after === undefined ? {} : { after }),
    ({ queued }) =>
      terminal.out(`${formatCount(queued, 'alert')} will be sent by the servers on this store.\n`),
  )
}

function printAttempt(attempt: DeliveryAttempt, terminal: Terminal): Promise<void> {
  const { error, answer, httpStatus } = attempt
  return printPairs(
    {
      alert: `${attempt.alertType} ${attempt.alertId}`,
      attempt: String(attempt.attempt),
      sent: formatMoment(attempt.startedAt, '-'),
      outcome: outcomeCell(attempt),
      ...(httpStatus !== null && { status: String(httpStatus) }),
      time: formatDuration(attempt),
      ...(error !== null && { error }),
      ...(answer && { answer }),
    },
    terminal,
  )
}

const STYLES: Readonly<Record<DeliveryAttempt['outcome'], Style>> = {
  delivered: 'success',
  failed: 'error',
  unknown: 'warning',
}

function outcomeCell({ outcome }: DeliveryAttempt) {
  return { text: outcome, style: STYLES[outcome] }
}

function formatDuration({ durationMs }: DeliveryAttempt): string {
  return durationMs === null ? '-' : `${Math.round(durationMs)} ms`
}

function parsePosition(text: string | undefined, flag: string): number | undefined {
  if (text === undefined) return undefined
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new UsageError(`${flag} takes a whole number, not "${text.slice(0, 40)}"`)
}
