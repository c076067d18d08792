import type { Context } from '#context'
import type { Endpoint } from '#declare/endpoint'
import type { Served } from '#declare/envelope'
import type { PayloadsOf } from '#declare/payloads'
import { ownRequest, readData } from '#declare/read-data'
import type { diff } from '#endpoints/shell/diff'
import type { profile } from '#endpoints/shell/profile'
import type { recent } from '#endpoints/v1/events/recent'
import type { upcoming } from '#endpoints/v1/launches/upcoming'
import type { objects } from '#endpoints/v1/objects'
import type { kp } from '#endpoints/v1/space-weather/kp'
import type { mag } from '#endpoints/v1/space-weather/mag'
import type { proton } from '#endpoints/v1/space-weather/proton'
import type { xray } from '#endpoints/v1/space-weather/xray'
import { Problem } from '#problem'
import { isStoreFailure } from '#store/store-failure'

/** What alerts are found in, by its path. */
export type Watched = PayloadsOf<
  readonly [
    typeof kp,
    typeof mag,
    typeof xray,
    typeof proton,
    typeof recent,
    typeof upcoming,
    typeof objects,
    typeof diff,
    typeof profile,
  ]
>

/** Reads what is published at a path, in the name of an account if one is given. */
export type ReadPublished = <Path extends string & keyof Watched>(
  path: Path,
  params?: Readonly<Record<string, unknown>>,
  account?: string,
) => Promise<Served<Watched[Path]>>

/** Creates a reader of payloads. What it reads throws the Problems that clients get. */
export function createReader(endpoints: readonly Endpoint[], context: Context): ReadPublished {
  return (path, params = {}, account) =>
    readData(endpoints, path, { params, request: ownRequest(path), context, account })
}

/** Returns `undefined` where reading fails as it may fail for a client; throws any other error. */
export async function readOrNothing<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    const isOurs = !(error instanceof Problem) || error.status === 500 || isStoreFailure(error)
    if (isOurs) throw error
    return undefined
  }
}
