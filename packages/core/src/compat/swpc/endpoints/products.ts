import { swpcFolder } from '#compat/swpc/swpc-endpoint'
import type { Endpoint } from '#endpoint/endpoint'

/** Serves files of SWPC below `/products/`. */
export function swpcProducts(endpoints: () => readonly Endpoint[]): readonly Endpoint[] {
  return [
    swpcFolder({
      folder: '/products/',
      operationId: 'getSwpcProduct',
      summary: 'The planetary K index of three hours and its forecast, as NOAA SWPC has them',
      example: 'noaa-planetary-k-index.json',
      endpoints,
    }),
    swpcFolder({
      folder: '/products/summary/',
      operationId: 'getSwpcSummary',
      summary: 'The newest values of the solar wind, as NOAA SWPC has them',
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
