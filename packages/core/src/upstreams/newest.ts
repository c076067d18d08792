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
