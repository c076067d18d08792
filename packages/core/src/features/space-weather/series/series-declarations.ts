import { days, hours } from '#kernel/kit/time'

const DAY_MS = days(1)

/** The recorded space weather series. Series with a step of one day are kept permanently. */
export const SERIES = {
  /** NOAA's running estimate by minute, as published: it falls to 0 at each three-hour boundary. */
  kp: { stepMs: 60_000, columns: ['kp'], required: ['kp'], feeds: ['swpc-kp-1m'] },
  /** The three-hour index, stamped with the start of the window. */
  kp_3h: { stepMs: hours(3), columns: ['kp'], required: ['kp'], feeds: ['swpc-kp-3h'] },
  /** Kp of GFZ Potsdam, stamped as `kp_3h`; `preliminary` is 1 until the value is definitive, then 0. */
  kp_gfz: {
    stepMs: hours(3),
    columns: ['kp', 'preliminary'],
    required: ['kp', 'preliminary'],
    feeds: ['gfz-kp'],
  },
  wind: {
    stepMs: 60_000,
    columns: ['speed_km_s', 'density_per_cm3', 'temperature_k'],
    required: ['speed_km_s'],
    feeds: ['swpc-wind-1m', 'swpc-wind-propagated', 'swpc-wind-propagated-7d', 'swpc-wind-summary'],
  },
  mag: {
    stepMs: 60_000,
    columns: ['bt_nt', 'bx_gsm_nt', 'by_gsm_nt', 'bz_gsm_nt'],
    required: ['bt_nt', 'bz_gsm_nt'],
    feeds: ['swpc-mag-1m', 'swpc-mag-propagated', 'swpc-mag-propagated-7d', 'swpc-mag-summary'],
  },
  xray: {
    stepMs: 60_000,
    columns: ['flux_w_m2'],
    required: ['flux_w_m2'],
    feeds: ['swpc-xray-primary', 'swpc-xray-secondary'],
  },
  proton: {
    stepMs: 300_000,
    columns: ['flux_pfu'],
    required: ['flux_pfu'],
    feeds: ['swpc-proton-primary', 'swpc-proton-secondary'],
  },
  electrons: {
    stepMs: 300_000,
    columns: ['flux_pfu'],
    required: ['flux_pfu'],
    feeds: ['swpc-electrons-primary', 'swpc-electrons-secondary'],
  },
  flux: {
    stepMs: DAY_MS,
    columns: ['flux_sfu', 'mean_90_day_sfu'],
    required: ['flux_sfu'],
    feeds: ['swpc-flux'],
  },
  sunspots: {
    stepMs: DAY_MS,
    columns: [
      'sunspot_number',
      'sunspot_area_millionths',
      'new_regions',
      'flares_c',
      'flares_m',
      'flares_x',
      'flux_sfu',
    ],
    required: [],
    feeds: ['swpc-sunspots'],
  },
  a_index: { stepMs: DAY_MS, columns: ['a_index'], required: ['a_index'], feeds: ['swpc-wwv'] },
} as const satisfies Record<string, SeriesDeclaration>

interface SeriesDeclaration {
  /** Milliseconds between rows; a divisor of a day. */
  readonly stepMs: number
  /** Named as in the payloads of the endpoints. */
  readonly columns: readonly string[]
  /** The columns for which a measurement always has a value. */
  readonly required: readonly string[]
  /** Ids of the feeds, best first. A value of a better feed is never replaced by a value of another feed. */
  readonly feeds: readonly string[]
}

/** Id of a series. */
export type SeriesId = keyof typeof SERIES

/** Returns whether a series has one value per UTC day, with a `stepMs` of one day. */
export function isDaily(id: SeriesId): boolean {
  return SERIES[id].stepMs === DAY_MS
}

/** The ids of all series. */
export const SERIES_IDS = Object.keys(SERIES) as SeriesId[]

/** Returns an id of a series. Throws a TypeError for any other string. */
export function toSeriesId(id: string): SeriesId {
  if (Object.hasOwn(SERIES, id)) return id as SeriesId
  throw new TypeError(`there is no series ${id}`)
}

/** Name of a column of a series. */
export type SeriesColumn<Id extends SeriesId = SeriesId> = (typeof SERIES)[Id]['columns'][number]

/** The values of one instant. */
export interface SeriesRow<Id extends SeriesId = SeriesId> {
  /** Epoch milliseconds; recorded under the step of the series that contains it. */
  readonly at: number
  /** `null` for a quantity that was not measured; at least one value is a number. */
  readonly values: { readonly [Column in SeriesColumn<Id>]?: number | null }
  /** The instrument, such as `SOLAR1` or `GOES-18`; `null` if the feed does not name it. */
  readonly instrument: string | null
}

/** A row with all columns. Required columns have a value. */
export interface Measurement<Id extends SeriesId = SeriesId> extends SeriesRow<Id> {
  readonly values: { readonly [Column in SeriesColumn<Id>]: ValueOf<Id, Column> }
}

type ValueOf<Id extends SeriesId, Column> = Column extends (typeof SERIES)[Id]['required'][number]
  ? number
  : number | null

/** Returns whether a row has all required columns. */
export function isMeasurement<Id extends SeriesId>(id: Id, row: SeriesRow<Id>): row is Measurement<Id> {
  const values: Readonly<Record<string, number | null | undefined>> = row.values
  return SERIES[id].required.every((column) => typeof values[column] === 'number')
}

/** The rows of one response. */
export interface SeriesBody<Id extends SeriesId = SeriesId> {
  /** Id of the feed. */
  readonly feed: string
  /** Epoch milliseconds. */
  readonly fetchedAt: number
  /** Rows in any order. If two are in one step, the later one counts. */
  readonly rows: readonly SeriesRow<Id>[]
}
