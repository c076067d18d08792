import type { Upstream } from '../../packages/core/src/kernel/upstreams/upstream.ts'

/** The fallback of a feed, which must have one. */
export function fallbackOf<Params, Value>({
  id,
  fallback,
}: Upstream<Params, Value>): Upstream<Params, Value> {
  if (!fallback) throw new Error(`${id} has no fallback`)
  return fallback
}
