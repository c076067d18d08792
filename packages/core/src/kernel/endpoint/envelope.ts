import * as v from 'valibot'
import { type Representation, renderJson, type Served } from '#kernel/endpoint/representation'
import { instant, text } from '#kernel/endpoint/schemas'
import type { Loaded } from '#kernel/endpoint/source'
import { iso } from '#kernel/kit/time'

/** The body of a response, in the names of the wire. */
export interface Envelope<Data> {
  readonly source: string
  readonly fetched_at: string
  readonly valid_until: string
  readonly data: Data
}

/** Wraps the schema of a payload in the schema of the envelope. */
export function envelopeOf(data: v.GenericSchema) {
  return v.strictObject({
    source: text('Label of the data source', 'NOAA SWPC planetary K index (1 minute)'),
    fetched_at: instant('Time the service fetched the data from the provider'),
    valid_until: instant('Time after which the response is stale', '2026-11-21T12:49:00.000Z'),
    data,
  })
}

/**
 * Wraps a payload in its envelope, which is valid for `ttlMs` milliseconds after the fetch unless the payload
 * says until when.
 */
export function envelope<Data>(loaded: Loaded<Data>, ttlMs: number): Envelope<Data> {
  return toEnvelope(toServed(loaded, ttlMs))
}

/** Returns a payload with the times of the envelope. */
export function toServed<Data>(loaded: Loaded<Data>, ttlMs: number): Served<Data> {
  const { source, fetchedAt, pulledAt = fetchedAt, validUntil = fetchedAt + ttlMs, data } = loaded
  return { source, fetchedAt: iso(pulledAt), validUntil: iso(validUntil), data }
}

/** Renders a payload in its envelope. If `keepsData` is set, its data are kept beside the bytes. */
export function renderServed(
  served: Served<unknown>,
  keepsData: boolean,
  headers: readonly string[] = [],
): Representation {
  const rendered = renderJson(toEnvelope(served), headers)
  return keepsData ? { ...rendered, served: () => served } : rendered
}

/** Returns the content of a body in the envelope. All readers share the object. */
export function servedIn<Data>({ served, body }: Representation): Served<Data> {
  return (served?.() ?? parseEnvelope(body)) as Served<Data>
}

/**
 * Parses a body of this instance, or of the central one, that is in the envelope.
 *
 * @throws SyntaxError if the body is not JSON
 */
export function parseEnvelope<Data>(body: Uint8Array): Served<Data> {
  return fromEnvelope(JSON.parse(new TextDecoder().decode(body)))
}

/** Wraps a payload in the envelope in which it was served. */
export function toEnvelope<Data>({ source, fetchedAt, validUntil, data }: Served<Data>): Envelope<Data> {
  return { source, fetched_at: fetchedAt, valid_until: validUntil, data }
}

/** Returns the content of an envelope. */
export function fromEnvelope<Data>({ source, fetched_at, valid_until, data }: Envelope<Data>): Served<Data> {
  return { source, fetchedAt: fetched_at, validUntil: valid_until, data }
}
