import { hours, seconds } from '#kit/time'
import { type Measurement, parseNewest } from '#space-weather/swpc/rows'
import { parseInteger, parseNumber } from '#upstreams/parse/fields'
import type { SeriesRow } from '#upstreams/recorded-series'
import { type Measured, measured } from '#upstreams/upstream'

/** A flux measured by a GOES satellite at one instant, in epoch milliseconds. */
export interface GoesFlux {
  readonly at: number
  readonly flux: number
  /** Such as `GOES-18`. */
  readonly satellite: string | null
}

interface Channel {
  readonly id: string
  readonly label: string
  readonly file: string
  /** Must match exactly: `>=10 MeV` is also a prefix of `>=100 MeV`. */
  readonly energy: string
  readonly cadenceMs: number
  readonly isPossible: (flux: number) => boolean
  readonly seriesId: 'xray' | 'proton'
  readonly column: 'flux_w_m2' | 'flux_pfu'
}

const xray: Channel = {
  id: 'swpc-xray',
  label: 'GOES X-ray flux',
  file: 'xrays-6-hour.json',
  energy: '0.1-0.8nm',
  cadenceMs: seconds(200),
  isPossible: (flux) => flux > 0 && flux < 1,
  seriesId: 'xray',
  column: 'flux_w_m2',
}

const proton: Channel = {
  id: 'swpc-proton',
  label: 'GOES integral proton flux',
  file: 'integral-protons-6-hour.json',
  energy: '>=10 MeV',
  cadenceMs: seconds(400),
  isPossible: (flux) => flux >= 0 && flux < 1e7,
  seriesId: 'proton',
  column: 'flux_pfu',
}

/** X-ray flux of the long band, 0.1 to 0.8 nm, in W/m². */
export const xrayFlux = withFallback(xray)

/** Flux of protons of 10 MeV and above in pfu: particles per cm², s and sr. */
export const protonFlux = withFallback(proton)

/** X-ray flux of the last 7 days, for the history: two rows per minute, about 4 MB. */
export const xrayFlux7Days = {
  ...goesFeed('primary', { ...xray, file: 'xrays-7-day.json' }),
  maxBytes: 8 * 1024 * 1024,
}

/** Proton flux of the last 7 days, for the history. */
export const protonFlux7Days = goesFeed('primary', { ...proton, file: 'integral-protons-7-day.json' })

/** Declares the primary satellite's feed with the secondary's as its fallback. */
function withFallback(channel: Channel): Measured<GoesFlux> {
  return goesFeed('primary', channel, goesFeed('secondary', channel))
}

function goesFeed(satellite: 'primary' | 'secondary', channel: Channel, fallback?: Measured<GoesFlux>) {
  const measurement = channelMeasurement(channel)
  return measured<GoesFlux>({
    id: `${channel.id}-${satellite}`,
    provider: 'swpc',
    label: `${channel.label} (${satellite})`,
    target: () => `/json/goes/${satellite}/${channel.file}`,
    probeParams: undefined,
    parse: (body, now, onHistory) => parseNewest(body, now, measurement, onHistory),
    seriesId: channel.seriesId,
    newestAt: ({ at }) => at,
    cadenceMs: channel.cadenceMs,
    maxAgeMs: hours(3),
    ...(fallback && { fallback }),
  })
}

function channelMeasurement({ energy, column, isPossible }: Channel): Measurement<GoesFlux> {
  const parseFlux = (value: unknown) => {
    const flux = parseNumber(value, 0, Number.MAX_VALUE)
    return flux !== null && isPossible(flux) ? flux : null
  }
  return {
    parseRow({ at, row }) {
      const flux = parseFlux(row['flux'])
      if (row['energy'] !== energy || flux === null) return null
      const number = parseInteger(row['satellite'], 1, 99)
      return { at, flux, satellite: number === null ? null : `GOES-${number}` }
    },
    toSeriesRow: ({ at, flux, satellite }): SeriesRow => ({
      at,
      values: { [column]: flux },
      instrument: satellite,
    }),
    required: { energy: (value) => value === energy, flux: (value) => parseFlux(value) !== null },
  }
}
