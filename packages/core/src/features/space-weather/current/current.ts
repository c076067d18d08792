import * as v from 'valibot'
import type { Part } from '#features/space-weather/current/part'
import { currentParts } from '#features/space-weather/current/parts'
import { partsOnRequest } from '#features/space-weather/current/parts-on-request'
import { ownWithParameters } from '#kernel/endpoint/cost'
import { type DataEndpoint, dataEndpoint, type SchemaOf } from '#kernel/endpoint/data-endpoint'
import { derive } from '#kernel/endpoint/derive'
import type { Context } from '#kernel/endpoint/endpoint'
import { listOf, optional } from '#kernel/endpoint/query-parameters'
import type { Served } from '#kernel/endpoint/representation'
import { named, sourceLabel } from '#kernel/endpoint/schemas'
import { withSelection } from '#kernel/endpoint/selection'
import type { Loaded } from '#kernel/endpoint/source'
import { Problem } from '#kernel/kit/problem'
import { settleWithin } from '#kernel/kit/settle-within'
import { minutes, seconds } from '#kernel/kit/time'
import { joinLabels, noteIn, withNote } from '#kernel/upstreams/source-label'

/** Longest time to wait for one feed. A value that arrives later appears in the next response. */
const TIMEOUT_MS = seconds(3)
const TTL_MS = minutes(1)

type Parts = Readonly<Record<string, Part>>
type Params = Readonly<Record<string, unknown>>

/** Payload with all parts; `fields` leaves some out. */
type Current<All extends Parts> = {
  readonly [Name in keyof All]?: v.InferOutput<All[Name]['schema']>
} & { readonly source: string }

const parts = { ...currentParts, ...partsOnRequest }
const names = Object.keys(parts)
const onRequest = Object.keys(partsOnRequest).join(', ')

type Data = Current<typeof parts>

const data = named(
  'CurrentSpaceWeather',
  v.strictObject({
    ...Object.fromEntries(
      Object.entries<Part>(parts).map(([name, { schema }]) => [name, v.exactOptional(schema)]),
    ),
    source: sourceLabel('NOAA SWPC; NASA DONKI'),
  }),
) as v.GenericSchema as SchemaOf<Data>

const declaration = {
  path: '/v1/space-weather/current',
  operationId: 'getCurrentSpaceWeather',
  summary: 'Overview of the latest space weather values',
  description:
    'All values that a dashboard needs, in one response. Each member summarises an endpoint of its own, ' +
    'and has its own `as_of` and `source`. A member is null while its endpoint has no value; the ' +
    'endpoint itself returns the reason. `fetched_at` is the fetch time of the member fetched last. ' +
    '`source` lists the providers of the members. The levels in kp, xray and proton are computed by this ' +
    'service from the newest value. The levels in scales are published by NOAA and may differ. ' +
    `${onRequest} are included only if \`fields\` names them.`,
  tag: 'Space weather',
  access: 'optional_key',
  cost: ownWithParameters,
  ttlMs: TTL_MS,
  data,
  problems: ['upstream_stale'],
} as const satisfies Omit<DataEndpoint<Record<never, never>, SchemaOf<Data>>, 'source'>

const loadingOf = (chosen: (params: Params) => Parts) => ({
  // The endpoints of the members declare their own.
  upstreams: [],
  load: async (params: Params, context: Context) =>
    (await loadCurrent(chosen(params), context)) as Loaded<Data>,
})

const chosenBy = (params: Params) => String(params['fields']).split(',')

const whole = dataEndpoint({ ...declaration, source: { ...loadingOf(() => currentParts), stored: true } })

// There are too many combinations of fields to store each of them. The values of the endpoints are stored.
const choice = dataEndpoint({
  ...declaration,
  source: { ...loadingOf((params) => pick(parts, chosenBy(params))), stored: false },
})

const endpoint: typeof whole = {
  ...whole,
  respond: (call) => derive(call.params['fields'] === undefined ? whole : choice, call),
}

const none: Params = {}

/** Serves all latest values together. */
export const current = withSelection(
  endpoint,
  { fields: optional(listOf(`Members to include; all except ${onRequest} by default`, names, 'kp,xray')) },
  (all, params) => {
    const { source, ...members } = all
    const chosen = pick(members, chosenBy(params))
    const note = noteIn(source, creditsOf(parts, members))
    return { ...chosen, source: withNote(creditsOf(parts, chosen), note) } as Data
  },
  (params) =>
    params['fields'] === undefined || chosenBy(params).every((name) => name in currentParts) ? none : params,
)

/** Returns the members with these names, in the order of the overview. */
function pick<Member>(all: Readonly<Record<string, Member>>, names: readonly string[]) {
  return Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)))
}

/**
 * Returns the providers to credit for the members that have a value, each once; if none has a value, for all
 * members.
 */
function creditsOf(parts: Parts, members: Readonly<Record<string, unknown>>): string {
  const names = Object.keys(members)
  const given = names.filter((name) => members[name] !== null)
  const credits = (given.length > 0 ? given : names).flatMap((name) => parts[name]?.credits ?? [])
  return joinLabels(credits)
}

/** Reads the endpoints of some parts. The load fails if none has a value. */
async function loadCurrent(parts: Parts, context: Context): Promise<Loaded<unknown>> {
  const found = new Map<string, Served<unknown>>()
  let problem: unknown = new Problem('upstream_unavailable')
  const names = Object.keys(parts)
  const reads = Object.entries(parts).map(async ([name, { read }]) => {
    try {
      found.set(name, await read(context))
    } catch (error) {
      if (error instanceof Problem) problem = error
      else context.onError(error)
    }
  })
  await settleWithin(TIMEOUT_MS, reads)
  const served = new Map(found)
  if (served.size === 0) throw problem
  const values = Object.fromEntries(names.map((name) => [name, served.get(name)?.data ?? null]))
  const source = withNote(creditsOf(parts, values), context.settings.sourceNote)
  return {
    data: { ...values, source },
    source,
    fetchedAt: Math.max(...[...served.values()].map(({ fetchedAt }) => Date.parse(fetchedAt))),
    validUntil: validUntilOf([...served.values()], context.now()),
    isPartial: served.size < names.length,
  }
}

/** Valid for a minute, or until the first member has a newer value. Late members do not shorten the time. */
function validUntilOf(served: readonly Served<unknown>[], now: number): number {
  const ends = served.map(({ validUntil }) => Date.parse(validUntil))
  const ahead = ends.filter((end) => end > now)
  return ahead.length > 0 ? Math.min(now + TTL_MS, ...ahead) : Math.min(...ends)
}
