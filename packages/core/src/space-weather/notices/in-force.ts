import { days } from '#kit/time'
import type { Notice } from '#space-weather/notices/message'

/** How a later notice ends one. */
export const ENDINGS = ['extension', 'correction', 'cancellation', 'superseding', 'summary'] as const

/** What became of a notice. */
export interface Fate {
  /** The first later notice that ended it. */
  readonly endedBy: { readonly by: (typeof ENDINGS)[number]; readonly notice: Notice } | null
  /** When it ceases to be in force, in epoch milliseconds; `null` for one that never is. */
  readonly until: number | null
  /** Serial number of the first notice of its chain of extensions, as far back as is known. */
  readonly firstSerial: number | null
}

/** How long a notice without an end of its own is in force at most. */
const UNSTATED_MS = days(1)
/** How long alerts about a flux are, by the fourth letter of their code: protons, electrons, X-rays. */
const FLUX_MS: Readonly<Record<string, number>> = { P: days(7), E: UNSTATED_MS, X: UNSTATED_MS }

/**
 * The summaries that end an alert about a flux, by their codes. NOAA issues one for each threshold of protons
 * (10 MeV: S1 to S5; 100 MeV), and of a flare that exceeded M5 one, by its class.
 */
const SUMMARIES: Readonly<Record<string, readonly string[]>> = {
  ALTPX1: ['SUMPX1'],
  ALTPX2: ['SUMPX2'],
  ALTPX3: ['SUMPX3'],
  ALTPX4: ['SUMPX4'],
  ALTPX5: ['SUMPX5'],
  ALTPC0: ['SUMPC0'],
  ALTXMF: ['SUMXM5', 'SUMX01', 'SUMX10', 'SUMX20'],
}

/** Returns what became of each of the notices, which are ordered newest first. */
export function fatesOf(notices: readonly Notice[]): readonly Fate[] {
  return notices.map((notice, index) => {
    const { issuedAt } = notice
    const own = ownEnd(notice)
    const serials = serialsOf(notice, notices.slice(index + 1))
    const endedBy = endingOf({ notice, serials, until: own ?? issuedAt }, notices, index)
    const until = own === null ? issuedAt : Math.min(own, endedBy?.notice.issuedAt ?? own)
    return {
      endedBy,
      until: until > issuedAt ? until : null,
      firstSerial: serials.at(-1) ?? null,
    }
  })
}

/** Whether a notice is in force at an instant: from its issue until it ceases to be. */
export function isInForce({ issuedAt }: Notice, { until }: Fate, at: number): boolean {
  return until !== null && issuedAt <= at && at < until
}

/** When a notice ends if no other ends it; `null` for one about what is over, or that withdraws another. */
function ownEnd({ kind, code, issuedAt, validTo, periodEnd }: Notice): number | null {
  if (kind === 'watch' || kind === 'warning') return validTo ?? issuedAt + UNSTATED_MS
  if (kind !== 'alert') return null
  const longest = FLUX_MS[code?.[3] ?? '']
  return periodEnd ?? (longest === undefined ? null : issuedAt + longest)
}

/** A notice whose ending is looked for. */
interface Ending {
  readonly notice: Notice
  /** Serial numbers of its chain, as `serialsOf` returns them. */
  readonly serials: readonly number[]
  /** When it ends by itself, in epoch milliseconds. */
  readonly until: number
}

/**
 * Returns the first notice that names this one; or that ends what it is about, while it is in force. A
 * cancellation may name any earlier notice of the chain.
 *
 * @param index Where it is in the list: those before were issued after it.
 */
function endingOf(
  { notice, serials, until }: Ending,
  list: readonly Notice[],
  index: number,
): Fate['endedBy'] {
  const { code, serial, kind } = notice
  for (let i = index - 1; i >= 0; i -= 1) {
    const next = list[i]
    if (!next) break
    const isNext = code !== null && serial !== null && next.code === code
    const { cancelsSerial } = next
    if (isNext && cancelsSerial !== null && serials.includes(cancelsSerial))
      return { by: 'cancellation', notice: next }
    if (isNext && next.extendsSerial === serial) return { by: 'extension', notice: next }
    if (isNext && next.serial === serial) return { by: 'correction', notice: next }
    if (next.issuedAt >= until) continue
    if (kind === 'watch' && next.supersedesWatches) return { by: 'superseding', notice: next }
    if (kind === 'alert' && isSummaryOf(next, code)) return { by: 'summary', notice: next }
  }
  return null
}

/** Whether a notice sums up what an alert about a flux began. */
function isSummaryOf({ kind, code }: Notice, alert: string | null): boolean {
  return kind === 'summary' && code !== null && SUMMARIES[alert ?? '']?.includes(code) === true
}

/**
 * Returns the serial number of a notice and of those that it extends, back to the first of its chain.
 *
 * @param earlier Those issued before it, newest first.
 */
function serialsOf({ code, serial, extendsSerial }: Notice, earlier: readonly Notice[]): number[] {
  const own = serial === null ? [] : [serial]
  if (extendsSerial === null) return own
  const index = earlier.findIndex((each) => each.code === code && each.serial === extendsSerial)
  const before = earlier[index]
  return [...own, ...(before ? serialsOf(before, earlier.slice(index + 1)) : [extendsSerial])]
}
