import { getMember, memberNames, SkippedCheck } from '#checks/check'
import { type DataRoute, DENSITY, dataRoutes, KP, referencePaths, TLE } from '#checks/expected-api'
import { readOpenApi } from '#checks/openapi-document'
import type { Exchange, Target } from '#checks/target'

type Fields = Readonly<Record<string, string>>

/**
 * Returns the key in a header that is accepted.
 * @throws SkippedCheck without a key, or if no header is accepted
 */
export async function keyHeaders(target: Target): Promise<Fields> {
  const { key } = target
  if (key === undefined) throw new SkippedCheck('needs a key')
  for (const headers of [{ 'x-api-key': key }, { authorization: `Bearer ${key}` }]) {
    if ((await target.get(KP, headers)).status !== 401) return headers
  }
  throw new SkippedCheck('the key is not accepted')
}

/** Returns the paths that need a key: those of the contract, and all that the target's document says do. */
export async function keyedPaths(target: Target): Promise<string[]> {
  const { json } = await target.get('/openapi.json')
  const documented = memberNames(getMember(json, 'paths')).length > 0 ? readOpenApi(json).examples() : []
  const keyed = documented.filter((example) => example.keyed).map(({ path }) => path)
  return [...new Set([...dataRoutes.map(({ path }) => path), ...keyed])]
}

/** Requests a data endpoint. */
export async function requestData(route: DataRoute, target: Target): Promise<Exchange> {
  const headers = await keyHeaders(target)
  return target.get(await resolvePath(route, target), headers)
}

/** Requests all data endpoints and returns the successful responses. */
export async function requestAllData(
  target: Target,
): Promise<{ readonly route: DataRoute; readonly exchange: Exchange }[]> {
  const answers = []
  for (const route of dataRoutes) answers.push({ route, exchange: await requestData(route, target) })
  const successful = answers.filter(({ exchange }) => exchange.status === 200)
  if (successful.length === 0) throw new SkippedCheck('no data endpoint responds 200')
  return successful
}

/** Requests a data endpoint that must respond 200. */
export async function requestValidData(template: string, target: Target): Promise<Exchange> {
  const route = dataRoutes.find((one) => one.template === template)
  if (!route) throw new SkippedCheck(`there is no ${template}`)
  return expectOk(await requestData(route, target))
}

/**
 * Returns the exchange if its status is 200.
 * @throws SkippedCheck with status and error code otherwise
 */
export function expectOk(exchange: Exchange): Exchange {
  if (exchange.status === 200) return exchange
  const code = getMember(exchange.json, 'error')
  throw new SkippedCheck(
    `${exchange.path} responds ${exchange.status}${typeof code === 'string' ? ` ${code}` : ''}`,
  )
}

/** Returns a path to request; for shells, one that this deployment has. */
async function resolvePath({ template, path }: DataRoute, target: Target): Promise<string> {
  if (template !== DENSITY) return path
  const { json } = await target.get('/ref/shells')
  const shells = getMember(getMember(json, 'data'), 'shells')
  const rows = Array.isArray(shells) ? shells : []
  const altitude = Number(path.split('/').at(-1))
  const hasShell = rows.some(
    (row) =>
      Number(getMember(row, 'altitude_min_km')) <= altitude &&
      altitude < Number(getMember(row, 'altitude_max_km')),
  )
  const lowest = getMember(rows[0], 'altitude_min_km')
  return hasShell || typeof lowest !== 'number' ? path : `/shell/density/${lowest}`
}

/** Returns the reference tables that respond 200. */
export async function requestReferences(target: Target): Promise<Exchange[]> {
  const answers: Exchange[] = []
  for (const path of referencePaths) answers.push(await target.get(path))
  const successful = answers.filter(({ status }) => status === 200)
  if (successful.length === 0) throw new SkippedCheck('no reference table responds 200')
  return successful
}

/** Returns the public, cacheable responses. */
export async function requestPublicPaths(target: Target): Promise<Exchange[]> {
  const pages = [...(await requestReferences(target))]
  for (const path of [TLE, '/openapi.json', '/status']) pages.push(await target.get(path))
  return pages.filter(({ status }) => status === 200)
}

/** Returns all successful responses that must have an envelope. */
export async function requestEnveloped(target: Target): Promise<Exchange[]> {
  const [data, tables] = [await orEmpty(requestAllData(target)), await orEmpty(requestReferences(target))]
  const others = [
    await target.get('/status'),
    await target.get('/v1/speedtest/info'),
    await postUpload(target),
  ]
  const all = [
    ...data.map(({ exchange }) => exchange),
    ...tables,
    ...others.filter(({ status }) => status === 200),
  ]
  if (all.length === 0) throw new SkippedCheck('no response is 200')
  return all
}

export const UPLOADED_BYTES = 1_000

export function postUpload(target: Target): Promise<Exchange> {
  return target.request('POST', '/v1/speedtest/up', {
    headers: { 'content-type': 'application/octet-stream' },
    body: new Uint8Array(UPLOADED_BYTES),
  })
}

/** Returns an empty list instead of throwing SkippedCheck. */
export async function orEmpty<T>(list: Promise<T[]>): Promise<T[]> {
  return list.catch((error) => {
    if (error instanceof SkippedCheck) return []
    throw error
  })
}
