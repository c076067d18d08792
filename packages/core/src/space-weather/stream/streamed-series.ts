import { SERIES, type SeriesColumn, type SeriesId } from '#upstreams/recorded-series'

/** All names of series in a stream, ascending. */
export const STREAMED_NAMES = ['bz', 'kp', 'mag', 'proton', 'wind', 'xray'] as const

/** Name of a series in a stream. */
export type StreamedName = (typeof STREAMED_NAMES)[number]

/** What is sent under a name. */
interface StreamedSeries {
  readonly id: SeriesId
  readonly columns: readonly SeriesColumn[]
}

/** The series of a stream by their names. */
export const STREAMED: Readonly<Record<StreamedName, StreamedSeries>> = {
  bz: { id: 'mag', columns: ['bz_gsm_nt'] },
  kp: { id: 'kp', columns: SERIES.kp.columns },
  mag: { id: 'mag', columns: SERIES.mag.columns },
  proton: { id: 'proton', columns: SERIES.proton.columns },
  wind: { id: 'wind', columns: SERIES.wind.columns },
  xray: { id: 'xray', columns: SERIES.xray.columns },
}
