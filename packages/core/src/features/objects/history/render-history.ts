import { cachedSatcat } from '#features/objects/celestrak/satcat'
import type { ObjectsContext } from '#features/objects/context'
import { toObjectData } from '#features/objects/elements/object-data'
import { formatOmm, OMM_TYPES } from '#features/objects/elements/omm-formats'
import { toThreeLineText } from '#features/objects/elements/three-lines'
import {
  DEFAULT_SPAN_DAYS,
  type HistoryData,
  type HistoryParams,
  historyData,
} from '#features/objects/history/history-schemas'
import { readHistory } from '#features/objects/history/read-history'
import { checkPayload } from '#kernel/endpoint/data-endpoint'
import { renderServed, toServed } from '#kernel/endpoint/envelope'
import { type Representation, renderBody } from '#kernel/endpoint/representation'
import { freshnessHeaders } from '#kernel/endpoint/text-endpoint'
import { days, iso } from '#kernel/kit/time'
import { joinLabels } from '#kernel/upstreams/source-label'

/** A history in a format. */
interface RenderedHistory {
  readonly value: Representation
  /** Fetch time of the newest catalogue used, in epoch milliseconds. */
  readonly pulledAt: number
}

/** Time at which a history was read, and the end of its validity, in epoch milliseconds. */
interface Validity {
  readonly fetchedAt: number
  readonly validUntil: number
}

/**
 * Reads the history of an object and renders it in a format.
 *
 * @throws Problem `elements_not_kept`
 */
export async function renderHistory(
  { norad_id, from, to, format }: HistoryParams,
  times: Validity,
  context: ObjectsContext,
): Promise<RenderedHistory> {
  const toMs = to === undefined ? undefined : Date.parse(to)
  const fromMs = from === undefined ? (toMs ?? times.fetchedAt) - days(DEFAULT_SPAN_DAYS) : Date.parse(from)
  const span = { fromMs, toMs: toMs ?? Number.POSITIVE_INFINITY }
  const { sets, kept } = await readHistory(norad_id, span, context)
  const source = joinLabels(sets.map(({ source }) => source))
  const pulledAt = Math.max(
    ...sets.map(({ lastAt }) => lastAt),
    sets.length > 0 ? 0 : (kept.at(-1)?.fetchedAt ?? 0),
  )
  if (format !== undefined) {
    const own = sets.map(({ set }) => set)
    const isTle = format === 'tle'
    const text = isTle ? own.map(toThreeLineText).join('') : formatOmm(own, format, iso(times.fetchedAt))
    const type = isTle ? 'text/plain' : OMM_TYPES[format]
    const headers = freshnessHeaders({ source, ...times, fetchedAt: pulledAt })
    return { value: renderBody(text, `${type}; charset=utf-8`, headers), pulledAt }
  }
  const satcat = await cachedSatcat(context)
  const data: HistoryData = {
    norad_id,
    from: iso(fromMs),
    to: toMs === undefined ? null : iso(toMs),
    count: sets.length,
    elements: sets.map(({ set, source, firstAt, lastAt }) => ({
      ...toObjectData(set, source, satcat),
      catalogue_fetched_at: iso(lastAt),
      first_catalogue_at: iso(firstAt),
    })),
    catalogues_kept: kept.length,
    kept_from: kept.at(0)?.day ?? '',
    kept_to: kept.at(-1)?.day ?? '',
    source,
  }
  checkPayload(historyData, data)
  return { value: renderServed(toServed({ data, source, pulledAt, ...times }, 0), false), pulledAt }
}
