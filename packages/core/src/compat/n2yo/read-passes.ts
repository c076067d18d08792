import type { Place } from '#catalogue/orbit/observer'
import { findPasses, type Sight } from '#catalogue/orbit/passes'
import type { Reading } from '#compat/celestrak/read-group'
import { type FoundTrack, findTrack } from '#compat/found-object'
import { objectInfo } from '#compat/n2yo/n2yo-endpoint'
import { observerOf } from '#compat/n2yo/path-parameters'
import type { EndpointCall } from '#endpoint/endpoint'
import { count } from '#endpoint/schemas'
import { days, minutes } from '#kit/time'

/** How long passes are served. */
export const PASSES_TTL_MS = minutes(5)

/** Schemas of `info` of passes. */
export const passesInfo = { ...objectInfo, passescount: count('Number of passes', 3) }

/** A pass with both its ends. */
export interface WholePass {
  readonly rise: Sight
  readonly highest: Sight
  readonly set: Sight
}

interface PassesOfObject extends FoundTrack {
  readonly place: Place
  /** Yields the passes, the first one first. */
  readonly seen: AsyncGenerator<WholePass>
}

/**
 * Reads an object and finds its passes over a place in the days that a request asks for.
 *
 * @throws Problem
 */
export async function readPasses(
  params: EndpointCall['params'],
  minElevationDeg: number,
  reading: Reading,
): Promise<PassesOfObject> {
  const found = await findTrack(Number(params['id']), reading)
  const place = observerOf(params)
  const from = reading.context.now()
  const search = { from, to: from + days(Number(params['days'])), minElevationDeg }
  return { ...found, place, seen: wholePasses(findPasses(found.track, place, search)) }
}

async function* wholePasses(passes: ReturnType<typeof findPasses>): AsyncGenerator<WholePass> {
  for await (const { rise, highest, set } of passes) if (rise && set) yield { rise, highest, set }
}
