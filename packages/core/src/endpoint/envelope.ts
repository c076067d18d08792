import * as v from 'valibot'
import { instant, text } from '#endpoint/schemas'
import type { Loaded } from '#endpoint/source'
import { iso } from '#kit/time'

/** A payload with its provenance; instants are ISO 8601 UTC. */
export interface Served<Data> {
  readonly data: Data
  readonly source: string
  readonly fetchedAt: string
  readonly validUntil: string
}

/** The body of a response, in the names of the wire. */
interface Envelope<Data> {
  readonly source: string
  readonly fetched_at: string
  readonly valid_until: string
  readonly data: Data
}

/** Wraps the schema of a payload in the schema of the envelope. */
export function envelopeOf(data: v.GenericSchema) {
  return v.strictObject({
    source: text('Upstream provenance label', 'NOAA SWPC planetary K index (1 minute)'),
    fetched_at: instant('When the service pulled the data from upstream'),
    valid_until: instant('The response is stale after this instant', '2026-11-21T12:49:00.000Z'),
    data,
  })
}

/**
 * Wraps a payload in its envelope, which is valid for `ttlMs` milliseconds after the fetch unless the payload
 * says until when.
 */
export function envelope<Data>(loaded: Loaded<Data>, ttlMs: number): Envelope<Data> {
  const { source, fetchedAt, validUntil = fetchedAt + ttlMs, data } = loaded
  return toEnvelope({ source, fetchedAt: iso(fetchedAt), validUntil: iso(validUntil), data })
}

/** Wraps a payload in the envelope that it was served in. */
export function toEnvelope<Data>({ source, fetchedAt, validUntil, data }: Served<Data>): Envelope<Data> {
  return { source, fetched_at: fetchedAt, valid_until: validUntil, data }
}

/**
 * Parses the body of a response of this instance, or of the central one, that is in the envelope.
 *
 * @throws SyntaxError if the body is not JSON
 */
export function parseEnvelope<Data>(body: Uint8Array): Served<Data> {
  const { data, source, fetched_at, valid_until }: Envelope<Data> = JSON.parse(new TextDecoder().decode(body))
  return { data, source, fetchedAt: fetched_at, validUntil: valid_until }
}
