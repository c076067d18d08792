import { compatOptions } from '#compat/settings'
import type { SwpcContext } from '#compat/swpc/context'
import { swpcJson } from '#compat/swpc/endpoints/json'
import { swpcProducts } from '#compat/swpc/endpoints/products'
import { swpcText } from '#compat/swpc/endpoints/text'
import type { Feature } from '#endpoint/feature'
import type { PayloadsOf } from '#endpoint/payloads'
import {
  type SpaceWeatherApi,
  type SpaceWeatherPayloads,
  spaceWeather,
} from '#features/space-weather/feature'

const endpoints = [...swpcJson, ...swpcProducts, swpcText] as const

/** SWPC's files, in its formats. */
export const swpcFiles: Feature<SwpcContext, SwpcFilesPayloads, SpaceWeatherApi> = {
  name: 'swpc-files',
  needs: [spaceWeather],
  options: compatOptions,
  endpoints,
  later: [() => import('#compat/swpc/late')],
}

/** Payloads by path, including the features that it needs. */
export interface SwpcFilesPayloads extends PayloadsOf<typeof endpoints>, SpaceWeatherPayloads {}
