import type { objects } from '#catalogue/endpoints/objects'
import type { objectBatch } from '#catalogue/endpoints/objects-batch'
import type { recent } from '#catalogue/events/endpoints/recent'
import type { upcoming } from '#catalogue/launches/endpoints/upcoming'
import type { people } from '#catalogue/people/endpoints/people'
import type { diff } from '#debris/endpoints/diff'
import type { profile } from '#debris/endpoints/profile'
import type { Endpoint } from '#endpoint/endpoint'
import type { PayloadsOf } from '#endpoint/payloads'
import { ownRequest, readData } from '#endpoint/read-data'
import type { Served } from '#endpoint/representation'
import type { Context } from '#kit/context'
import { Problem } from '#kit/problem'
import type { auroraGrid } from '#space-weather/endpoints/aurora-grid'
import type { kp } from '#space-weather/endpoints/kp'
import type { mag } from '#space-weather/endpoints/mag'
import type { notices } from '#space-weather/endpoints/notices'
import type { proton } from '#space-weather/endpoints/proton'
import type { xray } from '#space-weather/endpoints/xray'
import { isStoreFailure } from '#storage/store-failure'

/** Payloads that detectors read, by path. */
export type Watched = PayloadsOf<
  readonly [
    typeof kp,
    typeof mag,
    typeof xray,
    typeof auroraGrid,
    typeof proton,
    typeof notices,
    typeof recent,
    typeof upcoming,
    typeof people,
    typeof objects,
    typeof objectBatch,
    typeof diff,
    typeof profile,
  ]
>

/** Reads the payload of a path, on behalf of an account if one is given. */
export type ReadPayload = <Path extends string & keyof Watched>(
  path: Path,
  params?: Readonly<Record<string, unknown>>,
  account?: string,
) => Promise<Served<Watched[Path]>>

/** Creates a reader of payloads. It throws the same Problems that clients receive. */
export function createPayloadReader(endpoints: readonly Endpoint[], context: Context): ReadPayload {
  return (path, params = {}, account) =>
    readData(endpoints, path, { params, request: ownRequest(path), context, account })
}

/** Returns `undefined` if reading fails with a Problem that clients may receive; rethrows any other error. */
export async function readOrNothing<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    const isOurs = !(error instanceof Problem) || error.status === 500 || isStoreFailure(error)
    if (isOurs) throw error
    return undefined
  }
}

/** Reports a fault in one detector, so that the others continue. A failure of the store stops all. */
export async function orReport<T>(work: () => Promise<T>, context: Context): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (isStoreFailure(error)) throw error
    context.onError(error)
    return undefined
  }
}
