import type { RawRequest } from '#kernel/endpoint/http-message'

/**
 * Cost of creating a response, which determines how it is limited and cached.
 *
 * - `shared`: one of a bounded number of responses, each created once for all clients until it expires. Not
 *   limited.
 * - `own`: created for parameters with an unbounded number of values, in less than 5 ms of CPU time. Not
 *   limited, and cached separately, so that it evicts no shared response.
 * - a number: like `own`, but in up to this number of units of 50 ms. Only a few are created concurrently,
 *   with separate limits for requests with and without a key, and units are limited per minute for networks
 *   without a key. HEAD and 304 cost the same as a 200.
 */
export type CostClass = 'shared' | 'own' | number

/** Cost class of an endpoint, or a function that derives it from the checked parameters. */
export type Cost = CostClass | ((call: CostCall) => CostClass)

/**
 * Input for deriving a cost class. `now` is in epoch milliseconds.
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

/** Returns the cost class of work that takes at most `ms` of CPU time. */
export function computed(ms: number): number {
  return Math.max(1, Math.ceil(ms / UNIT_MS))
}

/**
 * Cost of an endpoint that has a shared response without parameters, and a separate response for each value
 * of them.
 */
export const ownWithParameters: Cost = ({ params }) =>
  Object.values(params).every((value) => value === undefined) ? 'shared' : 'own'
