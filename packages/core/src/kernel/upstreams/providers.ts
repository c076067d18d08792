/** The data providers and their terms; the rows of `/ref/sources`. */
export const providers = {
  swpc: {
    name: 'NOAA SWPC',
    origin: 'https://services.swpc.noaa.gov',
    licence: 'Public domain (US Government work)',
    attribution: 'Space Weather Prediction Center, Boulder, CO, NOAA, US Dept. of Commerce',
    cadence:
      'By feed: measurements, scales and maps every 1 to 10 minutes; geophysical alerts, forecasts and daily values ' +
      'every 3 to 24 hours; the 27-day outlook once a week; notices as they are issued',
  },
  gfz: {
    name: 'GFZ Potsdam',
    origin: 'https://kp.gfz.de',
    licence: 'CC BY 4.0, https://creativecommons.org/licenses/by/4.0/',
    attribution:
      'GFZ Helmholtz Centre for Geosciences, Potsdam: Geomagnetic Kp index, https://doi.org/10.5880/Kp.0001 ' +
      '(Matzka et al. 2021)',
    cadence: 'Every 3 hours; definitive after weeks',
  },
  celestrak: {
    name: 'CelesTrak',
    origin: 'https://celestrak.org',
    licence: 'No licence stated; redistribution under the authority CelesTrak holds from 18 SDS',
    attribution: 'CelesTrak (Dr T.S. Kelso); source 18th Space Defense Squadron',
    cadence: 'Updated two or three times a day, checked at most every 2 hours',
  },
  'launch-library': {
    name: 'Launch Library 2',
    origin: 'https://ll.thespacedevs.com',
    licence: 'Free to use; forwarding without adding value is discouraged',
    attribution: 'The Space Devs, Launch Library 2',
    cadence: 'Continuously edited; queried at most 15 times an hour',
  },
  donki: {
    name: 'NASA DONKI',
    origin: 'https://kauai.ccmc.gsfc.nasa.gov',
    licence: 'Public domain (US Government work); a research product, not an official forecast',
    attribution: 'NASA CCMC, Space Weather Database Of Notifications, Knowledge, Information',
    cadence: 'Hours after each event, revised for months',
  },
} as const satisfies Record<string, Terms>

/** Id of a provider, as in `--upstream` and the option `upstreams`. */
export type ProviderId = keyof typeof providers

/**
 * The recipient of a feed's requests: a provider, by id or as declared, or on a mirror the central instance.
 */
export type FeedProvider = ProviderId | 'central' | OwnProvider

/** Returns the id that circuit breakers, metrics and alerts use. */
export function providerId(provider: FeedProvider): string {
  return typeof provider === 'string' ? provider : provider.id
}

/** Returns the name that responses and `/status` show. */
export function providerName(provider: FeedProvider): string {
  if (provider === 'central') return 'Central instance'
  return typeof provider === 'string' ? providers[provider].name : provider.name
}

/** Returns a provider's default origin; empty for the central instance, whose origin is always configured. */
export function providerOrigin(provider: FeedProvider): string {
  if (provider === 'central') return ''
  return typeof provider === 'string' ? providers[provider].origin : provider.origin
}

/** Facts about a provider that `/ref/sources` shows. */
export interface Terms {
  /** Name that responses and `/status` show. */
  readonly name: string
  /** Origin of its feeds, such as `https://services.swpc.noaa.gov`. */
  readonly origin: string
  /** Terms of use. */
  readonly licence: string
  /** Attribution text, including its home page. */
  readonly attribution: string
  /** Update interval of its data, in words. */
  readonly cadence: string
}

/**
 * A provider that is not built in. All its feeds refer to the same object.
 * @example
 * const penticton: OwnProvider = {
 *   id: 'penticton',
 *   name: 'NRCan',
 *   origin: 'https://www.spaceweather.gc.ca',
 *   licence: 'Open Government Licence, Canada',
 *   attribution: 'National Research Council Canada, https://www.spaceweather.gc.ca',
 *   cadence: 'Three times a day',
 *   budget: { calls: 10, perMs: hours(1) },
 * }
 */
export interface OwnProvider extends Terms {
  /** Stable identifier, shown in metrics and alerts: lower-case letters, digits and hyphens. */
  readonly id: string
  /**
   * Allows at most `calls` requests of all its feeds in any span of `perMs` milliseconds, across all
   * processes that share a store.
   * @default no limit except the limits of the feeds
   */
  readonly budget?: { readonly calls: number; readonly perMs: number }
}
