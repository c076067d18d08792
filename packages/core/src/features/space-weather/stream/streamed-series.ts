import { SERIES, type SeriesColumn, type SeriesId } from '#features/space-weather/series/series-declarations'

/** The series of a stream by their names, ascending, with the columns that are sent. */
export const STREAMED = {
  bz: { id: 'mag', columns: ['bz_gsm_nt'] },
  kp: whole('kp'),
  mag: whole('mag'),
  proton: whole('proton'),
  wind: whole('wind'),
  xray: whole('xray'),
} as const satisfies Record<string, StreamedSeries>

interface StreamedSeries {
  readonly id: SeriesId
  readonly columns: readonly SeriesColumn[]
}

/** Name of a series in a stream. */
export type StreamedName = keyof typeof STREAMED

/** All names of series in a stream, ascending. */
export const STREAMED_NAMES = Object.keys(STREAMED) as StreamedName[]

function whole(id: SeriesId): StreamedSeries {
  return { id, columns: SERIES[id].columns }
}
