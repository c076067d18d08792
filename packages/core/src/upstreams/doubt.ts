import type { Context } from '#context'
import { days } from '#time'
import { Failure } from '#upstreams/failure'
import type { Doubt, Upstream } from '#upstreams/upstream'

/** Providers renew what is doubted within a day; what nobody has asked for in two is no news any more. */
const REMEMBERED_MS = days(2)
/** Two fetches say the same when their figures are that close to each other, as a share. */
const SAME = 0.02

/**
 * Throws a Failure for a body of which something speaks against it, unless the fetch before this one, by whichever process,
 * said the same. `held` is the copy that the body would replace.
 */
export async function refuseDoubtful<Params, Value>(
  { id, doubtOf }: Upstream<Params, Value>,
  params: Params,
  { value, held }: { readonly value: Value; readonly held: Value | undefined },
  { store, settings }: Context,
): Promise<void> {
  if (!doubtOf || value === held) return
  const key = `doubt:${settings.world}:${id}:${JSON.stringify(params)}`
  const doubt = doubtOf(value, held)
  try {
    const before = await store.get<readonly number[]>(key)
    if (before && (!doubt || isSame(before, doubt.figures))) return await store.delete(key)
    if (doubt) await store.set(key, doubt.figures, REMEMBERED_MS)
  } catch (cause) {
    // A store that is away knows of no fetch before this one.
    if (!doubt) return
    throw new Failure('invalid', inWords(doubt), cause, 'incomplete')
  }
  if (doubt) throw new Failure('invalid', inWords(doubt), undefined, 'incomplete')
}

function inWords({ words }: Doubt): string {
  return `incomplete: ${words}; it is taken when the next fetch says the same`
}

function isSame(before: readonly number[], now: readonly number[]): boolean {
  return now.every((figure, i) => Math.abs(figure - (before[i] ?? Number.NaN)) <= SAME * Math.max(figure, 1))
}
