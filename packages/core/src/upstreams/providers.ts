import type { Context } from '#context'

/** Whom we ask, under what terms; the rows of `/ref/sources`. */
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
    cadence: 'Continuously edited; asked at most 15 times an hour',
  },
  donki: {
    name: 'NASA DONKI',
    origin: 'https://kauai.ccmc.gsfc.nasa.gov',
    licence: 'Public domain (US Government work); a research product, not an official forecast',
    attribution: 'NASA CCMC, Space Weather Database Of Notifications, Knowledge, Information',
    cadence: 'Hours after each event, revised for months',
  },
} as const satisfies Record<string, Provider>

/** Names a provider, as `--upstream` and the option `upstreams` do. */
export type ProviderId = keyof typeof providers

/** Whom a feed asks: a provider, or the central instance that a mirror stands before. */
export type AskedId = ProviderId | 'central'

export function nameOf(id: AskedId): string {
  return id === 'central' ? 'Central instance' : providers[id].name
}

/** Where whom we ask is, unless the operator says otherwise; a central instance is where its mirror's operator says. */
export function originOf(id: AskedId): string {
  return id === 'central' ? '' : providers[id].origin
}

/** Whether an instance asks no provider: it stands before a central one, which does. */
export function isMirror({ settings }: Context): boolean {
  return settings.upstreamOrigins['central'] !== undefined
}

interface Provider {
  readonly name: string
  readonly origin: string
  readonly licence: string
  readonly attribution: string
  readonly cadence: string
}
