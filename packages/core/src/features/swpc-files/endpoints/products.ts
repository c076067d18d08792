import type { SwpcContext } from '#features/swpc-files/context'
import { swpcFolder } from '#features/swpc-files/swpc-endpoint'
import type { Endpoint } from '#kernel/endpoint/endpoint'

const SPANS = ['5-minute', '2-hour', '6-hour', '1-day', '3-day', '7-day']
const named = (name: string) => SPANS.map((span) => `${name}-${span}.json`)

/** Serves files of SWPC below `/products/`. */
export const swpcProducts: readonly Endpoint<SwpcContext>[] = [
  swpcFolder({
    folder: '/products/',
    operationId: 'getSwpcProduct',
    summary: 'Three-hour K index with its forecast, scales and notices in NOAA SWPC’s form',
    files: [
      'noaa-planetary-k-index.json',
      'noaa-planetary-k-index-forecast.json',
      'noaa-scales.json',
      'alerts.json',
    ],
  }),
  swpcFolder({
    folder: '/products/summary/',
    operationId: 'getSwpcSummary',
    summary: 'The newest values of the solar wind and F10.7 in NOAA SWPC’s form',
    files: ['solar-wind-speed.json', 'solar-wind-mag-field.json', '10cm-flux.json'],
  }),
  swpcFolder({
    folder: '/products/solar-wind/',
    operationId: 'getSwpcSolarWindTable',
    summary: 'Tables of the solar wind, which NOAA SWPC removed in 2026',
    files: [...named('mag'), ...named('plasma')],
  }),
]
