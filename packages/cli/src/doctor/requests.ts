import { ApiDocument, type Operation } from '#doctor/api-document'
import { expectOk, SkippedCheck } from '#doctor/check'
import { dataPaths, KP } from '#doctor/demanded'
import type { Exchange, Target } from '#doctor/target'

type Fields = Readonly<Record<string, string>>

/** A response to the example of a documented operation. */
export interface Example {
  readonly operation: Operation
  readonly headers: Fields
  readonly exchange: Exchange
}

/** Marker in every invalid request, which no error may repeat. */
export const MARKER = 'doctor-marker-7f3a'

const documents = new WeakMap<Exchange, ApiDocument>()

/**
 * Returns the document of the target.
 * @throws SkippedCheck if it has none, or one without paths
 */
export async function readDocument(target: Target): Promise<ApiDocument> {
  const exchange = expectOk(await target.get('/openapi.json'))
  const document = documents.get(exchange) ?? new ApiDocument(exchange.json)
  documents.set(exchange, document)
  if (document.operations.length === 0) throw new SkippedCheck('the document has no paths')
  return document
}

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

/** Returns the documented GET operations, each with the key it needs; without a key, only the public ones. */
export async function reachable(target: Target): Promise<{ operation: Operation; headers: Fields }[]> {
  const { operations } = await readDocument(target)
  const keyed = await keyHeaders(target).catch((error) => {
    if (error instanceof SkippedCheck) return undefined
    throw error
  })
  return operations
    .filter(({ method }) => method === 'GET')
    .flatMap((operation) => {
      const headers = operation.needsKey ? keyed : operation.takesKey ? (keyed ?? {}) : {}
      return headers ? [{ operation, headers }] : []
    })
}

/** Requests the examples of all documented GET operations; without a key, only the public ones. */
export async function requestExamples(target: Target): Promise<Example[]> {
  const examples: Example[] = []
  for (const { operation, headers } of await reachable(target)) {
    if (operation.path === undefined) continue
    examples.push({ operation, headers, exchange: await target.get(operation.path, headers) })
  }
  return examples
}

/**
 * Returns the examples that respond 200.
 * @throws SkippedCheck if none does
 */
export async function requestSuccessful(
  target: Target,
  isWanted: (operation: Operation) => boolean = () => true,
): Promise<Example[]> {
  const wanted = (await requestExamples(target)).filter(({ operation }) => isWanted(operation))
  const successful = wanted.filter(({ exchange }) => exchange.status === 200)
  if (successful.length > 0) return successful
  if (wanted.length === 0) await keyHeaders(target)
  throw new SkippedCheck('no such path returned 200')
}

/**
 * Requests the data endpoints that every deployment has.
 * @throws SkippedCheck if none responds 200
 */
export async function requestData(target: Target): Promise<Example[]> {
  await keyHeaders(target)
  return requestSuccessful(target, ({ template }) => template in dataPaths)
}

/**
 * Requests the example of a documented operation.
 * @throws SkippedCheck if it is not documented or does not respond 200
 */
export async function requestExample(template: string, target: Target): Promise<Exchange> {
  const { path, headers } = await findExample(template, target)
  return expectOk(await target.get(path, headers))
}

/**
 * Returns the path and the headers that request the example of a documented GET operation.
 * @throws SkippedCheck if it is not documented, or needs a key and there is none
 */
export async function findExample(
  template: string,
  target: Target,
): Promise<{ readonly path: string; readonly headers: Fields }> {
  const { operations } = await readDocument(target)
  const found = operations.find((one) => one.template === template && one.method === 'GET')
  if (found?.path === undefined) throw new SkippedCheck(`the document has no ${template}`)
  const isKeyed = found.needsKey || (found.takesKey && target.key !== undefined)
  return { path: found.path, headers: isKeyed ? await keyHeaders(target) : {} }
}

/** Returns a key with a valid checksum that was never issued, with the prefix of a known key. */
export function unknownKey(key = 'sd_live_'.padEnd(44, '0')): string {
  return `${key.slice(0, -36)}zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0mLq17`
}
