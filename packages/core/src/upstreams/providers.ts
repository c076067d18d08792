/** The data providers and their terms; the rows of `/ref/sources`. */
export const providers = {
  swpc: {
    name: 'NOAA SWPC',
    origin: 'https://services.swpc.noaa.gov',
    licence: 'Public domain (US Government work)',
    attribution: 'Space Weather Prediction Center, Boulder, CO, NOAA, US Dept. of Commerce',
    cadence: 'Every minute; protons every 5 minutes',
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
} as const satisfies Record<string, Provider>

/** Id of a provider, as in `--upstream` and the option `upstreams`. */
export type ProviderId = keyof typeof providers

/** Where a feed's requests go: a provider or, on a mirror, the central instance. */
export type FeedProviderId = ProviderId | 'central'

/** Returns the name that responses and `/status` show. */
export function providerName(id: FeedProviderId): string {
  return id === 'central' ? 'Central instance' : providers[id].name
}

/** Returns a provider's default origin; empty for the central instance, whose origin is always configured. */
export function providerOrigin(id: FeedProviderId): string {
  return id === 'central' ? '' : providers[id].origin
}

interface Provider {
  readonly name: string
  readonly origin: string
  readonly licence: string
  readonly attribution: string
  readonly cadence: string
}
