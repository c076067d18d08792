import { compatOptions } from '#features/shared/compat/settings'
import {
  type SpaceWeatherApi,
  type SpaceWeatherPayloads,
  spaceWeather,
} from '#features/space-weather/feature'
import type { SwpcContext } from '#features/swpc-files/context'
import { swpcJson } from '#features/swpc-files/endpoints/json'
import { swpcProducts } from '#features/swpc-files/endpoints/products'
import { swpcText } from '#features/swpc-files/endpoints/text'
import type { Feature } from '#kernel/endpoint/feature'
import type { PayloadsOf } from '#kernel/endpoint/payloads'

const endpoints = [...swpcJson, ...swpcProducts, swpcText] as const

/** SWPC's files, in its formats. */
export const swpcFiles: Feature<SwpcContext, SwpcFilesPayloads, SpaceWeatherApi> = {
  name: 'swpc-files',
  needs: [spaceWeather],
  options: compatOptions,
  endpoints,
  later: [() => import('#features/swpc-files/late')],
}

/** Payloads by path, including the features that it needs. */
export interface SwpcFilesPayloads extends PayloadsOf<typeof endpoints>, SpaceWeatherPayloads {}
