import type { CheckStatus, FeedsElsewhere, StatusReport } from '@space-data/core/upstreams'
import { formatCount } from '#kit/print'
import { formatAgo, formatMoment } from '#kit/times'

/** Describes the last full check and when the next one is due. */
export function describeCheck({ last, nextCheckAt, running }: CheckStatus): string {
  if (running)
    return `Checking all upstreams: ${running.instanceName}, started ${formatMoment(running.since, '-')}`
  if (!last) return 'No full check yet: servers run one weekly; to run one now, use status --check'
  const faulty = last.upstreams.filter(({ status }) => status !== 'operational').length
  const found = faulty === 0 ? 'no problems' : `${faulty} of ${last.upstreams.length} upstreams had problems`
  return [
    `Last full check ${formatMoment(last.finishedAt, '-')}: ${found}`,
    `Next check ${describeNextCheck(nextCheckAt)}`,
  ].join('\n')
}

function describeNextCheck(at: number | null): string {
  return at !== null && at <= Date.now() ? 'as soon as a server runs jobs' : formatMoment(at, '-')
}

/**
 * Formats `Webhooks: 12 active (2 failing), 1 disabled; 3 alerts waiting, the oldest since 4 min ago`;
 * `undefined` if there are none.
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

/** The settings of a command that decide whose feeds it shows. */
export interface OriginSettings {
  readonly sample: boolean
  /** Whether `--upstream` or `--mirror` is set. */
  readonly hasOtherOrigins: boolean
}

const RECENT_MS = 86_400_000

/**
 * Describes the feeds in the store that a server with other settings requested last, and how to show them.
 *
 * @param isEmpty Whether no feed is known with the current settings.
 * @returns `undefined` if there are none, or if they are over a day old and others are known.
 */
export function describeFeedsElsewhere(
  [newest]: readonly FeedsElsewhere[],
  own: OriginSettings,
  isEmpty: boolean,
  now = Date.now(),
): string | undefined {
  if (!newest || (!isEmpty && now - newest.checkedAt > RECENT_MS)) return undefined
  const ago = formatAgo(newest.checkedAt, '-', now)
  return (
    `Note: the store also has feeds of a server started ${describeSettings(newest, own)}, ` +
    `requested ${ago}; run status the same way to see them`
  )
}

/** Formats how settings differ from one's own: `without --sample and with --upstream or --mirror`. */
function describeSettings({ sourceNote, hasOtherOrigins }: FeedsElsewhere, own: OriginSettings): string {
  const isSample = sourceNote === '(sample)'
  const differences = [
    ...(isSample === own.sample ? [] : [isSample ? 'with --sample' : 'without --sample']),
    ...describeOrigins(hasOtherOrigins, own.hasOtherOrigins),
  ]
  return differences.join(' and ')
}

function describeOrigins(others: boolean, own: boolean): string[] {
  if (!others) return own ? ['without --upstream and --mirror'] : []
  return [own ? 'with other --upstream or --mirror flags' : 'with --upstream or --mirror']
}
