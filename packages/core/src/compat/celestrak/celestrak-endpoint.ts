import * as v from 'valibot'
import type { HeldObjects } from '#compat/celestrak/held-objects'
import type { ObjectQuery } from '#compat/celestrak/object-query'
import type { Written } from '#compat/celestrak/written'
import { renderDated } from '#compat/dated'
import { readCached, snapshotKey } from '#endpoint/cached'
import type { Endpoint, EndpointCall } from '#endpoint/endpoint'
import { optional } from '#endpoint/query-parameters'
import { hours } from '#kit/time'

/** What all paths of CelesTrak have in common. */
export const CELESTRAK = {
  sets: ['celestrak'],
  /** As long as a group is held. */
  ttlMs: hours(3),
  problems: ['upstream_invalid', 'upstream_unavailable'],
} as const

/** Serves the objects of a query in a format; `form` identifies the format. */
export function serveObjects(
  path: string,
  form: Readonly<Record<string, unknown>>,
  { key: [name, value], isGroup, read }: ObjectQuery,
  { call, endpoints }: { readonly call: EndpointCall; readonly endpoints: readonly Endpoint[] },
  write: (held: HeldObjects) => Promise<Written>,
) {
  const { context, request } = call
  const network = context.accounts.networks.localIdOf(request.ip?.())
  return readCached(call, snapshotKey(path, { ...form, [name]: value }), () => ({
    ttlMs: CELESTRAK.ttlMs,
    isOfMany: !isGroup,
    async load(previous) {
      const held = await read({ context, endpoints })
      const { source, fetchedAt, validUntil } = held
      const { text, ...written } = await write(held)
      const representation = renderDated(text, { ...written, source, fetchedAt, validUntil }, previous)
      return { value: representation, fetchedAt, validUntil }
    },
    ...(!isGroup && { limit: (load) => context.accounts.computations.networks.run(network, load) }),
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

/** Schema of the parameter that selects one of some formats. */
export function gpFormatParameter(names: string, byDefault: string, example: string) {
  return parameter(`One of ${names}; ${byDefault} by default`, example, /^[A-Za-z0-9-]{2,11}$/)
}

/** Schema of a parameter that the endpoint checks itself. */
export function parameter(description: string, example: string, pattern: RegExp) {
  return optional(
    v.pipe(v.string(), v.regex(pattern), v.maxLength(100), v.description(description), v.examples([example])),
  )
}
