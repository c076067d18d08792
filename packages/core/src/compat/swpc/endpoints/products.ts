import { swpcFolder } from '#compat/swpc/swpc-endpoint'
import type { Endpoint } from '#endpoint/endpoint'

/** Serves files of SWPC below `/products/`. */
export function swpcProducts(endpoints: () => readonly Endpoint[]): readonly Endpoint[] {
  return [
    swpcFolder({
      folder: '/products/',
      operationId: 'getSwpcProduct',
      summary: 'K index of three hours with its forecast, scales and notices, as NOAA SWPC has them',
      example: 'noaa-planetary-k-index.json',
      endpoints,
    }),
    swpcFolder({
      folder: '/products/summary/',
      operationId: 'getSwpcSummary',
      summary: 'The newest values of the solar wind and F10.7, as NOAA SWPC has them',
      example: 'solar-wind-speed.json',
      endpoints,
    }),
    swpcFolder({
      folder: '/products/solar-wind/',
      operationId: 'getSwpcSolarWindTable',
      summary: 'Tables of the solar wind, which NOAA SWPC removed in 2026',
      example: 'mag-1-day.json',
      endpoints,
    }),
  ]
}
