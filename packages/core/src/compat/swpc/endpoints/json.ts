import { swpcFolder } from '#compat/swpc/swpc-endpoint'
import type { Endpoint } from '#endpoint/endpoint'

/** Serves files of SWPC below `/json/`. */
export function swpcJson(endpoints: () => readonly Endpoint[]): readonly Endpoint[] {
  return [
    swpcFolder({
      folder: '/json/',
      operationId: 'getSwpcJson',
      summary: 'The planetary K index by minute, the aurora and F10.7, as NOAA SWPC has them',
      example: 'planetary_k_index_1m.json',
      endpoints,
    }),
    swpcFolder({
      folder: '/json/goes/primary/',
      operationId: 'getSwpcGoes',
      summary: 'X-rays, protons and electrons of GOES, as NOAA SWPC has them',
      example: 'xrays-6-hour.json',
      endpoints,
    }),
    swpcFolder({
      folder: '/json/rtsw/',
      operationId: 'getSwpcSolarWind',
      summary: 'The solar wind in real time, as NOAA SWPC has it',
      example: 'rtsw_mag_1m.json',
      endpoints,
    }),
  ]
}
