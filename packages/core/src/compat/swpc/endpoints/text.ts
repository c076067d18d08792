import { swpcFolder } from '#compat/swpc/swpc-endpoint'
import type { Endpoint } from '#endpoint/endpoint'

/** Serves files of SWPC below `/text/`. */
export function swpcText(endpoints: () => readonly Endpoint[]): Endpoint {
  return swpcFolder({
    folder: '/text/',
    operationId: 'getSwpcText',
    summary: 'Forecasts, lists and the absorption of HF radio as texts, as NOAA SWPC has them',
    example: 'wwv.txt',
    isText: true,
    endpoints,
  })
}
