import type { Feature } from '#endpoint/feature'
import type { PayloadsOf } from '#endpoint/payloads'
import { down, info, ping, up } from '#site/endpoints/speedtest'
import { type SpeedtestContext, Transfers } from '#site/transfers'

const endpoints = [ping, down, up, info] as const

/** The speed test. */
export const speedtest: Feature<SpeedtestContext, SpeedtestPayloads> = {
  name: 'speedtest',
  services: (context) => ({ transfers: new Transfers(context, context.accounts.networks) }),
  endpoints,
}

/** Payloads by path. */
export interface SpeedtestPayloads extends PayloadsOf<typeof endpoints> {}
