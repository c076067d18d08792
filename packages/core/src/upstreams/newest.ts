import type { Context } from '#context'
import type { Upstream } from '#upstreams/upstream'

const latest = new WeakMap<Context, Map<string, unknown>>()

/**
 * The value, or the newer one that the same feed gave before: a stale copy on the provider's side must not turn time
 * back. A feed without parameters is one document, and its last value is remembered here; for the others `previous` is
 * what the caller holds.
 */
export function notOlder<Params, Value>(
  upstream: Upstream<Params, Value>,
  value: Value,
  previous: Value | undefined,
  at: number,
  context: Context,
): Value {
  const { isOlder, probe, id } = upstream
  if (!isOlder) return value
  const remembered = latest.get(context) ?? new Map<string, unknown>()
  latest.set(context, remembered)
  const known = previous ?? (remembered.get(id) as Value | undefined)
  if (known !== undefined && isOlder(value, known, at)) return known
  if (probe === undefined) remembered.set(id, value)
  return value
}

/** How old the newest value of a feed may be. */
export function lateAfterMs(cadenceMs: number): number {
  return 3 * cadenceMs
}

/**
 * Whether the newest value of a feed was older than three cadences when it was asked, in epoch milliseconds; what carries none
 * is never late. A feed that nobody has asked since, such as a fallback, is not late for that.
 */
export function isLate(newest: number | null, cadenceMs: number, askedAt: number): boolean {
  return newest !== null && askedAt - newest > lateAfterMs(cadenceMs)
}
