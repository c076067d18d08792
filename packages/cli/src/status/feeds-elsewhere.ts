import type { FeedsElsewhere } from '@space-data/core/upstreams'
import { formatAgo } from '#kit/times'

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
 * @param isEmpty Whether no feed is known with the present settings.
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
