import { member, NotChecked } from '#doctor/check'
import type { Exchange, Patient } from '#doctor/patient'
import { type DataRoute, DENSITY, dataRoutes, KP, referencePaths, TLE } from '#doctor/specification'

type Fields = Readonly<Record<string, string>>

/** The key in the header that is accepted; NotChecked without a key, or when neither header is. */
export async function keyHeaders(patient: Patient): Promise<Fields> {
  const { key } = patient
  if (key === undefined) throw new NotChecked('needs a key')
  for (const headers of [{ 'x-api-key': key }, { authorization: `Bearer ${key}` }]) {
    if ((await patient.get(KP, headers)).status !== 401) return headers
  }
  throw new NotChecked('the key is not accepted')
}

/** A data endpoint's answer, whatever it is. */
export async function dataAnswer(route: DataRoute, patient: Patient): Promise<Exchange> {
  const headers = await keyHeaders(patient)
  return patient.get(await pathOf(route, patient), headers)
}

/** The answers of data endpoints that have data, with what they were asked for. */
export async function dataAnswers(
  patient: Patient,
): Promise<{ readonly route: DataRoute; readonly exchange: Exchange }[]> {
  const answers = []
  for (const route of dataRoutes) answers.push({ route, exchange: await dataAnswer(route, patient) })
  const good = answers.filter(({ exchange }) => exchange.status === 200)
  if (good.length === 0) throw new NotChecked('no data endpoint answers 200')
  return good
}

/** One data endpoint's answer of 200. */
export async function goodAnswer(template: string, patient: Patient): Promise<Exchange> {
  const route = dataRoutes.find((one) => one.template === template)
  if (!route) throw new NotChecked(`there is no ${template}`)
  return ok(await dataAnswer(route, patient))
}

/** The answer itself when it is 200, else NotChecked with what it said. */
export function ok(exchange: Exchange): Exchange {
  if (exchange.status === 200) return exchange
  const code = member(exchange.json, 'error')
  throw new NotChecked(
    `${exchange.path} answers ${exchange.status}${typeof code === 'string' ? ` ${code}` : ''}`,
  )
}

/** The path itself; of the shells one that this deployment has, by its own table. */
async function pathOf({ template, path }: DataRoute, patient: Patient): Promise<string> {
  if (template !== DENSITY) return path
  const { json } = await patient.get('/ref/shells')
  const shells = member(member(json, 'data'), 'shells')
  const rows = Array.isArray(shells) ? shells : []
  const altitude = Number(path.split('/').at(-1))
  const isThere = rows.some(
    (row) =>
      Number(member(row, 'altitude_min_km')) <= altitude && altitude < Number(member(row, 'altitude_max_km')),
  )
  const lowest = member(rows[0], 'altitude_min_km')
  return isThere || typeof lowest !== 'number' ? path : `/shell/density/${lowest}`
}

/** The reference tables that answer 200. */
export async function references(patient: Patient): Promise<Exchange[]> {
  const answers: Exchange[] = []
  for (const path of referencePaths) answers.push(await patient.get(path))
  const good = answers.filter(({ status }) => status === 200)
  if (good.length === 0) throw new NotChecked('no reference table answers 200')
  return good
}

/** The pages that anyone may read and every cache may keep. */
export async function publicPages(patient: Patient): Promise<Exchange[]> {
  const pages = [...(await references(patient))]
  for (const path of [TLE, '/openapi.json', '/status']) pages.push(await patient.get(path))
  return pages.filter(({ status }) => status === 200)
}

/** Every answer of 200 that must be in an envelope, as far as it can be had. */
export async function enveloped(patient: Patient): Promise<Exchange[]> {
  const [data, tables] = [await orNone(dataAnswers(patient)), await orNone(references(patient))]
  const others = [
    await patient.get('/status'),
    await patient.get('/v1/speedtest/info'),
    await upload(patient),
  ]
  const all = [
    ...data.map(({ exchange }) => exchange),
    ...tables,
    ...others.filter(({ status }) => status === 200),
  ]
  if (all.length === 0) throw new NotChecked('nothing answers 200')
  return all
}

export const UPLOADED_BYTES = 1_000

export function upload(patient: Patient): Promise<Exchange> {
  return patient.ask('POST', '/v1/speedtest/up', {
    headers: { 'content-type': 'application/octet-stream' },
    body: new Uint8Array(UPLOADED_BYTES),
  })
}

/** An empty list instead of NotChecked. */
export async function orNone<T>(list: Promise<T[]>): Promise<T[]> {
  return list.catch((error) => {
    if (error instanceof NotChecked) return []
    throw error
  })
}
