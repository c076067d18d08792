import type { Context } from '#endpoint/endpoint'
import type { Feature } from '#endpoint/feature'
import type { PayloadsOf } from '#endpoint/payloads'
import { down, info, ping, up } from '#site/endpoints/speedtest'

const endpoints = [ping, down, up, info] as const

/** The speed test. */
export const speedtest: Feature<Context, SpeedtestPayloads> = {
  name: 'speedtest',
  endpoints,
}

/** Payloads by path. */
export interface SpeedtestPayloads extends PayloadsOf<typeof endpoints> {}
