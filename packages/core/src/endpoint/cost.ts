import type { RawRequest } from '#endpoint/http-message'

/**
 * What a response costs to make, which decides how it is limited and cached.
 *
 * - `shared`: one of few responses, each made once for all clients until it expires. Not limited.
 * - `own`: made for parameters with any number of values, in less than 5 ms of CPU time. Not limited, and cached
 *   apart, so that it evicts no shared response.
 * - a number: made likewise in up to that many units of 50 ms. Few are made at a time, separately with and
 *   without a key, and units are limited per minute for networks without a key. HEAD and 304 cost the same as a
 *   200.
 */
export type CostClass = 'shared' | 'own' | number

/** The class of a path, or a function that derives it from the checked parameters. */
export type Cost = CostClass | ((call: CostCall) => CostClass)

/**
 * What a class is derived from. `now` is in epoch milliseconds.
 *
 * @public The types of the table name it.
 */
export interface CostCall {
  readonly params: Readonly<Record<string, unknown>>
  readonly request: RawRequest
  readonly now: number
}

/** Returns the class of a response. */
export function costClassOf(cost: Cost = 'shared', call: CostCall): CostClass {
  return typeof cost === 'function' ? cost(call) : cost
}

/** CPU time of a unit, in milliseconds. */
const UNIT_MS = 50

/** Returns the class of work of `ms` of CPU time at most. */
export function computed(ms: number): number {
  return Math.max(1, Math.ceil(ms / UNIT_MS))
}

/** The cost of a path that has one response without parameters, and one of its own for each value of them. */
export const ownWithParameters: Cost = ({ params }) =>
  Object.values(params).every((value) => value === undefined) ? 'shared' : 'own'
