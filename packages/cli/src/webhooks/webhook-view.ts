import type { Webhook } from '@space-data/core/alerts'
import type { Styled } from '#kit/colors'
import { formatInteger, printPairs, printTable } from '#kit/print'
import type { Terminal } from '#kit/terminal'
import { formatAgo, formatMoment } from '#kit/times'

/** Prints webhooks as a table. */
export function printWebhooks(webhooks: readonly Webhook[], terminal: Terminal): Promise<void> {
  return printTable(
    ['ID', 'STATE', 'TYPES', 'WAITING', 'LAST SUCCESS', 'URL'],
    webhooks.map((webhook) => [
      webhook.id,
      stateCell(webhook),
      formatTypes(webhook),
      formatInteger(webhook.pending),
      formatAgo(webhook.lastSuccessAt, 'never'),
      webhook.url,
    ]),
    terminal,
    { leaving: ['LAST SUCCESS', 'WAITING'], whole: ['ID'] },
  )
}

/** Prints a webhook with the state of its deliveries. */
export function printWebhook(webhook: Webhook, terminal: Terminal): Promise<void> {
  const { parameters, description, failingSince, lastError, nextAttemptAt, disabledAt } = webhook
  const hasParameters = Object.keys(parameters).length > 0
  return printPairs(
    {
      id: webhook.id,
      url: webhook.url,
      types: formatTypes(webhook),
      ...(webhook.format !== 'standard' && { format: webhook.format }),
      ...(hasParameters && { parameters: formatParameters(parameters) }),
      ...(description !== null && { description }),
      created: formatMoment(webhook.createdAt, '-'),
      state: stateCell(webhook),
      ...(disabledAt !== null && { disabled: formatMoment(disabledAt, '-') }),
      'last success': formatMoment(webhook.lastSuccessAt, 'never'),
      ...(failingSince !== null && { 'failing since': formatMoment(failingSince, '-') }),
      ...(lastError !== null && { 'last error': lastError }),
      waiting: formatInteger(webhook.pending),
      ...(webhook.dropped > 0 && { dropped: formatInteger(webhook.dropped) }),
      ...(nextAttemptAt !== null && { 'next attempt': formatMoment(nextAttemptAt, '-') }),
      'public key': webhook.publicKey,
    },
    terminal,
  )
}

function formatTypes({ types }: Webhook): string {
  return types.length === 0 ? 'all public' : types.join(', ')
}

function formatParameters(parameters: Webhook['parameters']): string {
  return Object.entries(parameters)
    .map(([name, value]) => `${name} ${[value].flat().join(', ')}`)
    .join('; ')
}

const REASONS = { gone: 'answered 410', failing: 'failed for 5 days', owner: 'by its owner' }

function stateCell({ status, disabledReason, failingSince }: Webhook): Styled {
  if (status === 'disabled') {
    const reason = disabledReason === null ? '' : ` (${REASONS[disabledReason]})`
    return { text: `disabled${reason}`, style: disabledReason === 'owner' ? 'muted' : 'error' }
  }
  return failingSince === null ? { text: 'active', style: 'success' } : { text: 'failing', style: 'warning' }
}
