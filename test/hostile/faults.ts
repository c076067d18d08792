import { problems } from '@space-data/core'
import type { Exchange, WireAnswer } from './wire.ts'

const ID = /^[\w-]{24}$/

/** Returns the faults of an exchange that no request may cause: a hang, a 5xx, another body shape, no id. */
export function faultsOf({ answers, outcome }: Exchange, name: string): string[] {
  const faults = answers.flatMap((answer) => faultsOfAnswer(answer, name === 'Node'))
  if (outcome.endsWith('hung')) faults.push('the connection stayed open')
  return faults
}

/**
 * Bun's parser responds without a body before our code runs; 505 is for HTTP versions that it does not
 * support.
 */
function faultsOfAnswer({ status, headers, body }: WireAnswer, isNode: boolean): string[] {
  const faults: string[] = []
  const isOurs = isNode || headers.has('x-service-request-id')
  if (Number.isNaN(status)) faults.push(`bytes that are no answer: ${body.slice(0, 80)}`)
  else if (status >= 500 && !(status === 505 && !isOurs)) faults.push(`status ${status}`)
  if (isOurs && !ID.test(headers.get('x-service-request-id') ?? '')) faults.push('no request id')
  if (isOurs && status >= 400 && body !== '' && !isOurShape(body)) faults.push(`body ${body.slice(0, 80)}`)
  if (!isOurs && body !== '' && !Number.isNaN(status)) faults.push(`a foreign body ${body.slice(0, 80)}`)
  if (status === 405 && isOurs && !headers.has('allow')) faults.push('405 without Allow')
  return faults
}

function isOurShape(body: string): boolean {
  try {
    const { error, message, ...rest } = JSON.parse(body)
    const extra = Object.keys(rest).filter((name) => name !== 'retry_after_seconds')
    return error in problems && typeof message === 'string' && extra.length === 0
  } catch {
    return false
  }
}

/** Runs `work` for every item in batches, with a check after each batch. */
export async function coalesce<T>(
  items: readonly T[],
  size: number,
  work: (item: T) => Promise<void>,
  look: () => Promise<void>,
): Promise<void> {
  for (let from = 0; from < items.length; from += size) {
    await Promise.all(items.slice(from, from + size).map(work))
    await look()
  }
}
