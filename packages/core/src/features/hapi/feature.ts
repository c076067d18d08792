import type { HapiContext } from '#features/hapi/context'
import { about } from '#features/hapi/endpoints/about'
import { capabilities } from '#features/hapi/endpoints/capabilities'
import { catalog } from '#features/hapi/endpoints/catalog'
import { data as hapiData } from '#features/hapi/endpoints/data'
import { info as hapiInfo } from '#features/hapi/endpoints/info'
import {
  type SpaceWeatherApi,
  type SpaceWeatherPayloads,
  spaceWeather,
} from '#features/space-weather/feature'
import type { Feature } from '#kernel/endpoint/feature'
import type { PayloadsOf } from '#kernel/endpoint/payloads'

const endpoints = [about, capabilities, catalog, hapiInfo, hapiData] as const

/** The recorded series by the HAPI specification. */
export const hapi: Feature<HapiContext, HapiPayloads, SpaceWeatherApi> = {
  name: 'hapi',
  needs: [spaceWeather],
  options: {
    hapi: { expected: 'true or false', accepts: (value) => typeof value === 'boolean', default: false },
  },
  endpoints,
  later: [() => import('#features/hapi/read-records')],
}

/** Payloads by path, including the features that it needs. */
export interface HapiPayloads extends PayloadsOf<typeof endpoints>, SpaceWeatherPayloads {}
