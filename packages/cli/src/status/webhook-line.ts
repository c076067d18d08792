import type { StatusReport } from '@space-data/core/upstreams'
import { formatCount } from '#kit/print'
import { formatAgo } from '#kit/times'

/**
 * Formats `Webhooks: 12 active (2 failing), 1 disabled; 3 alerts waiting, the oldest since 4 min ago`;
 * `undefined` where there are none.
 */
export function describeWebhooks(counts: StatusReport['webhooks'], now = Date.now()): string | undefined {
  if (!counts || counts.active + counts.disabled === 0) return undefined
  const { active, disabled, failing, pending, oldest_pending_at } = counts
  const states = [
    `${active} active${failing > 0 ? ` (${failing} failing)` : ''}`,
    ...(disabled > 0 ? [`${disabled} disabled`] : []),
  ]
  const waiting =
    pending > 0
      ? `${formatCount(pending, 'alert')} waiting, the oldest since ${formatAgo(oldest_pending_at, '-', now)}`
      : 'no alerts waiting'
  return `Webhooks: ${states.join(', ')}; ${waiting}`
}
