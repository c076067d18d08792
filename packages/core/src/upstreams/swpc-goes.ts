import type { SeriesId } from '#store/readings'
import { hours, seconds } from '#time'
import { integerOf, numberOf } from '#upstreams/checked'
import { type Measurement, newestIn, type TimedRow } from '#upstreams/swpc-rows'
import { type Measured, measured } from '#upstreams/upstream'

/** A flux that a GOES satellite measured at one instant, in epoch milliseconds. */
export interface GoesFlux {
  readonly at: number
  readonly flux: number
  /** Number of the GOES satellite. */
  readonly satellite: number | null
}

interface Channel {
  readonly id: string
  readonly label: string
  readonly file: string
  readonly energy: string
  readonly cadenceMs: number
  readonly isPossible: (flux: number) => boolean
  readonly series: SeriesId
}

const xray: Channel = {
  id: 'swpc-xray',
  label: 'GOES X-ray flux',
  file: 'xrays-6-hour.json',
  energy: '0.1-0.8nm',
  cadenceMs: seconds(200),
  isPossible: (flux) => flux > 0 && flux < 1,
  series: 'xray_flux_w_m2',
}

const proton: Channel = {
  id: 'swpc-proton',
  label: 'GOES integral proton flux',
  file: 'integral-protons-6-hour.json',
  energy: '>=10 MeV',
  cadenceMs: seconds(400),
  isPossible: (flux) => flux >= 0 && flux < 1e7,
  series: 'proton_flux_pfu',
}

/** X-rays of the long band, 0.1 to 0.8 nm, in W/m². */
export const xrayFlux = withSecondary(xray)

/** Protons of 10 MeV and above in pfu: particles per cm², s and sr. */
export const protonFlux = withSecondary(proton)

/** The same with the whole last day. */
export const xrayFluxOfDay = goes('primary', { ...xray, file: 'xrays-1-day.json' })
export const protonFluxOfDay = goes('primary', { ...proton, file: 'integral-protons-1-day.json' })

/** The primary satellite's feed with the secondary's as its fallback. */
function withSecondary(channel: Channel): Measured<GoesFlux> {
  return goes('primary', channel, goes('secondary', channel))
}

function goes(satellite: 'primary' | 'secondary', channel: Channel, fallback?: Measured<GoesFlux>) {
  return measured<GoesFlux>({
    id: `${channel.id}-${satellite}`,
    provider: 'swpc',
    label: `${channel.label} (${satellite})`,
    target: () => `/json/goes/${satellite}/${channel.file}`,
    probe: undefined,
    parse: (body, now, tell) => newestIn(body, now, measurementOf(channel), tell),
    series: channel.series,
    newest: ({ at }) => at,
    cadenceMs: channel.cadenceMs,
    currentMs: hours(3),
    ...(fallback && { fallback }),
  })
}

function measurementOf(channel: Channel): Measurement<GoesFlux> {
  return {
    read: (timed) => read(timed, channel),
    told: ({ flux }) => flux,
    required: {
      energy: (value) => value === channel.energy,
      flux: (value) => fluxOf(value, channel) !== null,
    },
  }
}

/** The energy must match exactly: `>=10 MeV` is also how `>=100 MeV` begins. */
function read({ at, row }: TimedRow, channel: Channel): GoesFlux | null {
  const flux = fluxOf(row['flux'], channel)
  if (row['energy'] !== channel.energy || flux === null) return null
  return { at, flux, satellite: integerOf(row['satellite'], 1, 99) }
}

function fluxOf(value: unknown, { isPossible }: Channel): number | null {
  const flux = numberOf(value, 0, Number.MAX_VALUE)
  return flux !== null && isPossible(flux) ? flux : null
}
