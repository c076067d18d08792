import * as v from 'valibot'
import type { TypedEndpoint } from '#kernel/endpoint/data-endpoint'
import type { Context } from '#kernel/endpoint/endpoint'
import { read } from '#kernel/endpoint/read-data'
import type { Served } from '#kernel/endpoint/representation'
import { instant, named, text } from '#kernel/endpoint/schemas'
import { providerName } from '#kernel/upstreams/providers'
import { withoutNote } from '#kernel/upstreams/source-label'

const DATED = {
  as_of: instant('Time the value refers to, or time of issue, as `as_of` at the endpoint of the value'),
  source: text(
    'Upstream label, as at the endpoint of the value, without the note of a service of samples',
    'NOAA SWPC planetary K index (1 minute)',
  ),
}

/** A value of the overview. An endpoint of its own has the details. */
export interface Part {
  readonly endpoint: TypedEndpoint<string, unknown, never>
  readonly schema: v.GenericSchema
  /** Providers that the response credits for the value, in a few words. */
  readonly credits: readonly string[]
  /**
   * Reads the endpoint through its cache.
   * @throws Problem as the endpoint responds.
   */
  readonly read: (context: Context) => Promise<Served<unknown>>
}

/** Members shown, with `as_of` and `source` added where they are missing. */
type Shown<Members extends v.ObjectEntries> = v.InferOutput<
  v.StrictObjectSchema<Omit<typeof DATED, keyof Members> & Members, undefined>
>

/**
 * Declares a part of the overview: an endpoint, and the members of its payload that are shown under the name
 * of its schema. `show` returns `undefined` if the payload has no value for the part.
 */
export function part<Path extends string, Whole, Members extends v.ObjectEntries>(
  name: string,
  endpoint: TypedEndpoint<Path, Whole, never>,
  members: Members,
  show: (payload: Whole, now: number) => Shown<Members> | undefined,
) {
  const { path, summary, upstreams } = endpoint
  const schema: v.GenericSchema<Shown<Members> | null> = v.pipe(
    v.nullable(named(name, v.strictObject({ ...members, ...DATED, ...members }))),
    v.description(`${summary}; null while ${path} has no value`),
    v.examples([]),
  ) as never
  return {
    endpoint,
    schema,
    credits: [...new Set(upstreams.map(({ provider }) => providerName(provider)))],
    /**
     * Reads the endpoint through its cache.
     * @throws Problem as the endpoint responds.
     */
    async read(context: Context): Promise<Served<Shown<Members> | null>> {
      const served = await read(endpoint, { context })
      const shown = show(served.data, context.now()) ?? null
      return { ...served, data: shown && withOwnLabel(shown, context.settings.sourceNote) }
    },
  }
}

/** Removes the note of the instance from a source label: the response contains the note once. */
function withOwnLabel<Labelled extends object>(shown: Labelled, note: string): Labelled {
  const { source } = shown as { readonly source?: string }
  return source ? { ...shown, source: withoutNote(source, note) } : shown
}

/** Declares a part that shows members of the payload unchanged. */
export function picked<
  Path extends string,
  Whole,
  Members extends { readonly [Name in keyof Whole]?: v.GenericSchema },
>(name: string, endpoint: TypedEndpoint<Path, Whole, never>, members: Members & v.ObjectEntries) {
  const names = [...Object.keys(members), ...Object.keys(DATED)]
  return part(name, endpoint, members as v.ObjectEntries, (payload) => {
    const all = payload as Readonly<Record<string, unknown>>
    return Object.fromEntries(names.map((each) => [each, all[each]])) as never
  })
}

/** Returns the members about the origin of the data that every payload has. */
export function dated<Payload extends { readonly as_of: string; readonly source: string }>({
  as_of,
  source,
}: Payload) {
  return { as_of, source }
}
