import type { Notice } from '#features/space-weather/notices/message'
import { days } from '#kernel/kit/time'

/** Ways in which a later notice ends an earlier one. */
export const ENDINGS = ['extension', 'correction', 'cancellation', 'superseding', 'summary'] as const

/** Outcome of a notice. */
export interface Fate {
  /** The first later notice that ended it. */
  readonly endedBy: { readonly by: (typeof ENDINGS)[number]; readonly notice: Notice } | null
  /** Time at which it ceases to be in force, in epoch milliseconds; `null` if it never is. */
  readonly until: number | null
  /** Serial number of the first known notice in its chain of extensions. */
  readonly firstSerial: number | null
}

/** Longest time for which a notice without an end of its own is in force. */
const UNSTATED_MS = days(1)
/** The same for alerts about a flux, by the fourth letter of their code: protons, electrons, X-rays. */
const FLUX_MS: Readonly<Record<string, number>> = { P: days(7), E: UNSTATED_MS, X: UNSTATED_MS }

/**
 * Codes of the summaries that end an alert about a flux. NOAA issues one for each threshold of protons (10
 * MeV: S1 to S5; 100 MeV), and one for a flare that exceeded M5, by its class.
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

/** Returns the outcome of each notice. The notices are ordered newest first. */
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

/** Returns whether a notice is in force at an instant: from its issue until it ends. */
export function isInForce({ issuedAt }: Notice, { until }: Fate, at: number): boolean {
  return until !== null && issuedAt <= at && at < until
}

/**
 * Returns when a notice ends unless another ends it; `null` for a notice about a past event, or one that
 * withdraws another.
 */
function ownEnd({ kind, code, issuedAt, validTo, periodEnd }: Notice): number | null {
  if (kind === 'watch' || kind === 'warning') return validTo ?? issuedAt + UNSTATED_MS
  if (kind !== 'alert') return null
  const longest = FLUX_MS[code?.[3] ?? '']
  return periodEnd ?? (longest === undefined ? null : issuedAt + longest)
}

/** A notice whose end is to be found. */
interface Ending {
  readonly notice: Notice
  /** Serial numbers of its chain, as `serialsOf` returns them. */
  readonly serials: readonly number[]
  /** Time at which it ends by itself, in epoch milliseconds. */
  readonly until: number
}

/**
 * Returns the first later notice that ends this one: it names this one, or ends the event while this one is
 * in force. A cancellation may name any earlier notice in the chain.
 *
 * @param index Position of the notice in the list. Notices before it were issued later.
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

/** Returns whether a notice is the summary of an event that an alert about a flux announced. */
function isSummaryOf({ kind, code }: Notice, alert: string | null): boolean {
  return kind === 'summary' && code !== null && SUMMARIES[alert ?? '']?.includes(code) === true
}

/**
 * Returns the serial numbers of a notice and of the notices that it extends, back to the first of its chain.
 *
 * @param earlier Notices issued before it, newest first.
 */
function serialsOf({ code, serial, extendsSerial }: Notice, earlier: readonly Notice[]): number[] {
  const own = serial === null ? [] : [serial]
  if (extendsSerial === null) return own
  const index = earlier.findIndex((each) => each.code === code && each.serial === extendsSerial)
  const before = earlier[index]
  return [...own, ...(before ? serialsOf(before, earlier.slice(index + 1)) : [extendsSerial])]
}
