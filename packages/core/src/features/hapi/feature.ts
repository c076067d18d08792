import type { Feature } from '#endpoint/feature'
import type { PayloadsOf } from '#endpoint/payloads'
import {
  type SpaceWeatherApi,
  type SpaceWeatherPayloads,
  spaceWeather,
} from '#features/space-weather/feature'
import type { HapiContext } from '#space-weather/hapi/context'
import { about } from '#space-weather/hapi/endpoints/about'
import { capabilities } from '#space-weather/hapi/endpoints/capabilities'
import { catalog } from '#space-weather/hapi/endpoints/catalog'
import { data as hapiData } from '#space-weather/hapi/endpoints/data'
import { info as hapiInfo } from '#space-weather/hapi/endpoints/info'

const endpoints = [about, capabilities, catalog, hapiInfo, hapiData] as const

/** The recorded series by the HAPI specification. */
export const hapi: Feature<HapiContext, HapiPayloads, SpaceWeatherApi> = {
  name: 'hapi',
  needs: [spaceWeather],
  options: {
    hapi: { expected: 'true or false', accepts: (value) => typeof value === 'boolean', default: false },
  },
  endpoints,
  later: [() => import('#space-weather/hapi/read-records')],
}

/** Payloads by path, including the features that it needs. */
export interface HapiPayloads extends PayloadsOf<typeof endpoints>, SpaceWeatherPayloads {}
