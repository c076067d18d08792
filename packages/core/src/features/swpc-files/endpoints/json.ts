import type { SwpcContext } from '#features/swpc-files/context'
import { swpcFolder } from '#features/swpc-files/swpc-endpoint'
import type { Endpoint } from '#kernel/endpoint/endpoint'

const SPANS = ['6-hour', '1-day', '3-day', '7-day']
const named = (name: string) => SPANS.map((span) => `${name}-${span}.json`)

/** Serves files of SWPC below `/json/`. */
export const swpcJson: readonly Endpoint<SwpcContext>[] = [
  swpcFolder({
    folder: '/json/',
    operationId: 'getSwpcJson',
    summary: 'The planetary K index by minute, the aurora and F10.7 in NOAA SWPC’s form',
    files: ['planetary_k_index_1m.json', 'ovation_aurora_latest.json', 'f107_cm_flux.json'],
  }),
  swpcFolder({
    folder: '/json/goes/primary/',
    operationId: 'getSwpcGoes',
    summary: 'X-rays, protons and electrons of GOES in NOAA SWPC’s form',
    files: [...named('xrays'), ...named('integral-protons'), ...named('integral-electrons')],
  }),
  swpcFolder({
    folder: '/json/rtsw/',
    operationId: 'getSwpcSolarWind',
    summary: 'The real-time solar wind in NOAA SWPC’s form',
    files: ['rtsw_mag_1m.json', 'rtsw_wind_1m.json'],
  }),
]
