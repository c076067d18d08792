import type { CompatQuery } from '#features/shared/compat/compat-query'
import { CompatRefusal } from '#features/shared/compat/compat-refusal'

/** Selection from the records that a query finds. */
export interface SatcatSelection {
  readonly isOfPayloads: boolean
  /**
   * Whether only objects that are operational, partially operational, in reserve or in an extended mission
   * are selected.
   */
  readonly isOfActive: boolean
  /** Maximum number of records. */
  readonly max: number | null
}

/** Larger than the number of records, so that greater numbers select the same. */
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

/** Returns whether all records are selected. */
export function isWhole({ isOfPayloads, isOfActive, max }: SatcatSelection): boolean {
  return !isOfPayloads && !isOfActive && max === null
}

function isSet(query: CompatQuery, name: string): boolean {
  const value = query.get(name)?.toLowerCase() ?? '0'
  if (['1', 'true'].includes(value)) return true
  if (['0', 'false'].includes(value)) return false
  throw new CompatRefusal(400, `Invalid query: expected ${name}, 0 or 1`)
}
