import type { Context } from '#context'
import type { Endpoint } from '#declare/endpoint'
import type { Served } from '#declare/envelope'
import { ownRequest, readData } from '#declare/read-data'
import type { Payloads } from '#endpoints/index'
import { Problem } from '#problem'
import { isStoreFailure } from '#store/store-failure'

/** Reads what is published at a path, in the name of an account if one is given. */
export type ReadPublished = <Path extends keyof Payloads>(
  path: Path,
  params?: Readonly<Record<string, unknown>>,
  account?: string,
) => Promise<Served<Payloads[Path]>>

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
