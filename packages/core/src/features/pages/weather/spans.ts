import { days, hours, minutes } from '#kernel/kit/time'

/** The time spans of the plots. */
export const SPANS = ['24h', '7d', '27d'] as const

export type Span = (typeof SPANS)[number]

/** Length of each span, in days. */
export const SPAN_DAYS: Readonly<Record<Span, number>> = { '24h': 1, '7d': 7, '27d': 27 }

/** Each span in words. */
export const SPAN_NAMES: Readonly<Record<Span, string>> = {
  '24h': '24 hours',
  '7d': '7 days',
  '27d': '27 days',
}

/**
 * Returns the time axis of a span: from its start, at a whole minute, to the end of the three-hour window
 * that contains `now`.
 */
export function timesOf(span: Span, now: number): readonly [from: number, to: number] {
  const end = (Math.floor(now / hours(3)) + 1) * hours(3)
  return [now - (now % minutes(1)) - days(SPAN_DAYS[span]), end]
}
