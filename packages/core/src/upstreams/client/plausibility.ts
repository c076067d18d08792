import type { Context } from '#context'
import { days } from '#time'
import { UpstreamError } from '#upstreams/client/upstream-error'
import type { Implausibility, Upstream } from '#upstreams/upstream'

/** How long a rejected body is remembered. Providers update such feeds daily; older news confirms nothing. */
const PENDING_MS = days(2)
/** Greatest relative difference at which two fetches count as the same. */
const SAME_WITHIN = 0.02

/**
 * Rejects a body that fails the feed's plausibility check, unless the previous fetch of any process failed it
 * with the same figures.
 *
 * @param cached The copy that the body would replace.
 * @throws UpstreamError `incomplete`
 */
export async function requirePlausible<Params, Value>(
  { id, checkPlausibility }: Pick<Upstream<Params, Value>, 'id' | 'checkPlausibility'>,
  params: Params,
  { value, cached }: { readonly value: Value; readonly cached: Value | undefined },
  { store, settings }: Context,
): Promise<void> {
  if (!checkPlausibility || value === cached) return
  const key = `doubt:${settings.originsId}:${id}:${JSON.stringify(params)}`
  const doubt = checkPlausibility(value, cached)
  try {
    const before = await store.get<readonly number[]>(key)
    if (before && (!doubt || isSame(before, doubt.figures))) return await store.delete(key)
    if (doubt) await store.set(key, doubt.figures, PENDING_MS)
  } catch (cause) {
    // Without the store there is no previous fetch to compare with.
    if (doubt) throw incompleteError(doubt, cause)
    return
  }
  if (doubt) throw incompleteError(doubt)
}

function incompleteError({ reason }: Implausibility, cause?: unknown): UpstreamError {
  const message = `incomplete: ${reason}; accepted if the next fetch returns the same`
  return new UpstreamError('invalid', message, cause, 'incomplete')
}

function isSame(before: readonly number[], now: readonly number[]): boolean {
  return now.every(
    (figure, i) => Math.abs(figure - (before[i] ?? Number.NaN)) <= SAME_WITHIN * Math.max(figure, 1),
  )
}
