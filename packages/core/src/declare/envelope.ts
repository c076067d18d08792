import * as v from 'valibot'
import { instant, text } from '#declare/schemas'
import type { Loaded } from '#declare/source'
import { iso } from '#time'

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
export function envelope(loaded: Loaded<unknown>, ttlMs: number): object {
  const { source, fetchedAt, validUntil = fetchedAt + ttlMs, data } = loaded
  return { source, fetched_at: iso(fetchedAt), valid_until: iso(validUntil), data }
}
