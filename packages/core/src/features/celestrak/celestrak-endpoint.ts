import * as v from 'valibot'
import type { CelestrakContext } from '#features/celestrak/context'
import type { HeldObjects } from '#features/celestrak/held-objects'
import { type ObjectQuery, readObjectQuery } from '#features/celestrak/object-query'
import type { Written } from '#features/celestrak/written'
import type { CompatQuery } from '#features/shared/compat/compat-query'
import { readCached, snapshotKey } from '#kernel/endpoint/cached'
import { type CostClass, computed } from '#kernel/endpoint/cost'
import type { EndpointCall } from '#kernel/endpoint/endpoint'
import { optional } from '#kernel/endpoint/query-parameters'
import { renderDated } from '#kernel/endpoint/text-endpoint'
import { hours } from '#kernel/kit/time'

/** Common settings of all CelesTrak paths. */
export const CELESTRAK = {
  sets: ['celestrak'],
  /** The time for which a group is cached. */
  ttlMs: hours(3),
  problems: ['upstream_invalid', 'upstream_unavailable'],
} as const

/**
 * Returns the cost of the objects of a query. Groups are few; other queries are also charged for the objects
 * found.
 */
export function costOfObjects(query: CompatQuery): CostClass {
  return readObjectQuery(query).isGroup ? 'shared' : computed(50)
}

/** Number of objects that can be written in one unit. */
const OBJECTS_PER_UNIT = 1_000

interface CelestrakRequest {
  readonly call: EndpointCall<CelestrakContext>
  readonly cost: CostClass
}

/** Serves the objects of a query in a format; `form` identifies the format. */
export function serveObjects(
  path: string,
  form: Readonly<Record<string, unknown>>,
  { key: [name, value], isGroup, read }: ObjectQuery,
  { call, cost }: CelestrakRequest,
  write: (held: HeldObjects) => Promise<Written>,
) {
  const { context } = call
  return readCached(call, snapshotKey(path, { ...form, [name]: value }), () => ({
    ttlMs: CELESTRAK.ttlMs,
    cost,
    async load(previous) {
      const held = await read(context)
      if (!isGroup && call.isOfClient)
        await context.accounts.computations.charge(call, Math.floor(held.objects.length / OBJECTS_PER_UNIT))
      const { source, fetchedAt, validUntil } = held
      const { pieces, ...written } = await write(held)
      const dated = { ...written, source, fetchedAt, validUntil }
      return { value: await renderDated(pieces, dated, previous), fetchedAt, validUntil }
    },
  }))
}

/** The parameters that select objects; one of them is required. */
export const objectParameters = {
  GROUP: parameter('A group, see /ref/tle-groups', 'stations', /^[\w-]{1,40}$/),
  CATNR: parameter('A catalogue number', '25544', /^[0-9]{1,9}$/),
  INTDES: parameter(
    'The designator of a launch or of a piece of it, or a year',
    '1998-067',
    /^[0-9]{4}(-[0-9]{3}[A-Za-z]{0,3})?$/,
  ),
  NAME: parameter('A part of a name', 'ISS', /^.{2,100}$/),
}

/** Schema of the parameter that selects a format. */
export function gpFormatParameter(names: string, byDefault: string, example: string) {
  return parameter(`One of ${names}; ${byDefault} by default`, example, /^[A-Za-z0-9-]{2,11}$/)
}

/** Schema of a parameter that the endpoint checks itself. */
export function parameter(description: string, example: string, pattern: RegExp) {
  return optional(
    v.pipe(v.string(), v.regex(pattern), v.maxLength(100), v.description(description), v.examples([example])),
  )
}
