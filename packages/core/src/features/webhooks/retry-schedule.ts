import { hours, minutes, seconds } from '#kernel/kit/time'

/**
 * Delays before each delivery attempt in milliseconds, as in Standard Webhooks 1.0.0: 75 h 35 min 5 s in
 * total.
 */
const DELAYS_MS = [
  0,
  seconds(5),
  minutes(5),
  minutes(30),
  hours(2),
  hours(5),
  hours(10),
  hours(14),
  hours(20),
  hours(24),
] as const

/** Maximum number of delivery attempts per alert. */
export const MAX_TRIES = DELAYS_MS.length
/** Share by which a delay may be shorter or longer, so that attempts do not coincide. */
const JITTER = 0.2

/** Maximum duration of the first two retries of an alert, in milliseconds: about six minutes. */
export const FIRST_RETRIES_MS = (DELAYS_MS[1] + DELAYS_MS[2]) * (1 + JITTER)

/**
 * Longest possible delay, in milliseconds: the longest scheduled delay with jitter, doubled by `retry-after`.
 */
export const MAX_DELAY_MS = hours(24) * (1 + JITTER) * 2

/**
 * Returns the milliseconds from a failure to the next attempt.
 * @param tries Number of attempts so far.
 * @param retryAfterMs Delay requested by the receiver; limited to between once and twice the scheduled delay.
 * @param random From 0 to 1.
 */
export function retryDelay(tries: number, retryAfterMs: number | null, random: number): number {
  const delay = withJitter(DELAYS_MS[tries] ?? 0, random)
  return Math.min(2 * delay, Math.max(delay, Math.round(retryAfterMs ?? 0)))
}

/** Returns a delay that is up to a fifth shorter or longer. */
export function withJitter(ms: number, random: number): number {
  return Math.round(ms * (1 + JITTER * (2 * random - 1)))
}

/** Parses a `Retry-After` header, seconds or a date, into milliseconds from `now`; `null` for neither. */
export function parseRetryAfter(text: string | null, now: number): number | null {
  if (text === null) return null
  if (/^\d{1,9}(\.\d{1,9})?$/.test(text.trim())) return Math.ceil(Number(text) * 1_000)
  const at = / GMT$/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? null : Math.max(0, at - now)
}
