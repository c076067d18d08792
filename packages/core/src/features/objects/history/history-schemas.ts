import * as v from 'valibot'
import { objectData } from '#features/objects/elements/object-data'
import { ommFormats } from '#features/objects/elements/omm-formats'
import { count, instant, named, orNull, sourceLabel, text } from '#kernel/endpoint/schemas'

/** Default length of the span, in days. */
export const DEFAULT_SPAN_DAYS = 30

/** Schema of the payload. */
export const historyData = named(
  'ElementHistory',
  v.strictObject({
    norad_id: objectData.entries.norad_id,
    from: instant('Start of the requested span', '2026-10-22T00:00:00.000Z'),
    to: orNull(
      instant(
        'End of the requested span: all epochs are before it; null if no end was requested',
        '2026-11-21T00:00:00.000Z',
      ),
    ),
    count: count('Number of epochs', 30),
    elements: v.pipe(
      v.array(named('ObjectElements', objectData)),
      v.description('Each epoch once, oldest first; if catalogues differ, the values come from the last one'),
    ),
    catalogues_kept: count('Number of nights whose catalogues are kept', 365),
    kept_from: text('UTC day of the oldest kept catalogue', '2025-11-21'),
    kept_to: text('UTC day of the newest kept catalogue', '2026-11-21'),
    source: sourceLabel('CelesTrak GP catalogue'),
  }),
)

/** The payload of a history. */
export type HistoryData = v.InferOutput<typeof historyData>

/** Formats other than the envelope. */
export const historyFormats = [...ommFormats, 'tle'] as const

/** The parameters of a request. */
export interface HistoryParams {
  readonly norad_id: number
  readonly from?: string
  readonly to?: string
  /** Default: the envelope. */
  readonly format?: (typeof historyFormats)[number]
}
