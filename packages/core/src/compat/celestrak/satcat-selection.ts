import type { CompatQuery } from '#compat/compat-query'
import { CompatRefusal } from '#compat/compat-refusal'

/** Which of the records that a query finds are wanted. */
export interface SatcatSelection {
  readonly isOfPayloads: boolean
  /** Operational, also partially, in reserve or beyond its mission. */
  readonly isOfActive: boolean
  /** The most records. */
  readonly max: number | null
}

/** More records than there are: greater numbers select the same. */
const MORE_THAN_ALL = 100_000

/**
 * Reads the flags of a query. `ONORBIT` selects nothing: all records are of objects in orbit.
 *
 * @throws CompatRefusal
 */
export function readSatcatSelection(query: CompatQuery): SatcatSelection {
  isSet(query, 'ONORBIT')
  const max = query.get('MAX') ?? null
  if (max !== null && !/^[1-9]\d{0,6}$/.test(max))
    throw new CompatRefusal(400, 'Invalid query: expected MAX, a number from 1')
  return {
    isOfPayloads: isSet(query, 'PAYLOADS'),
    isOfActive: isSet(query, 'ACTIVE'),
    max: max === null ? null : Math.min(Number(max), MORE_THAN_ALL),
  }
}

/** Whether all records are wanted. */
export function isWhole({ isOfPayloads, isOfActive, max }: SatcatSelection): boolean {
  return !isOfPayloads && !isOfActive && max === null
}

function isSet(query: CompatQuery, name: string): boolean {
  const value = query.get(name)?.toLowerCase() ?? '0'
  if (['1', 'true'].includes(value)) return true
  if (['0', 'false'].includes(value)) return false
  throw new CompatRefusal(400, `Invalid query: expected ${name}, 0 or 1`)
}
