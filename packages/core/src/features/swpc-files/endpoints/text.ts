import type { SwpcContext } from '#features/swpc-files/context'
import { swpcFolder } from '#features/swpc-files/swpc-endpoint'
import type { Endpoint } from '#kernel/endpoint/endpoint'

/** Serves files of SWPC below `/text/`. */
export const swpcText: Endpoint<SwpcContext> = swpcFolder({
  folder: '/text/',
  operationId: 'getSwpcText',
  summary: 'Forecasts, lists and the absorption of HF radio as text in NOAA SWPC’s form',
  files: [
    'wwv.txt',
    '3-day-forecast.txt',
    '27-day-outlook.txt',
    'discussion.txt',
    'daily-solar-indices.txt',
    'drap_global_frequencies.txt',
  ],
  isText: true,
})
