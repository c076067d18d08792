import { down, info, ping, up } from '#features/speedtest/speedtest'
import { type SpeedtestContext, Transfers } from '#features/speedtest/transfers'
import type { Feature } from '#kernel/endpoint/feature'
import type { PayloadsOf } from '#kernel/endpoint/payloads'

const endpoints = [ping, down, up, info] as const

/** The speed test. */
export const speedtest: Feature<SpeedtestContext, SpeedtestPayloads> = {
  name: 'speedtest',
  services: (context) => ({ transfers: new Transfers(context, context.accounts.networks) }),
  endpoints,
}

/** Payloads by path. */
export interface SpeedtestPayloads extends PayloadsOf<typeof endpoints> {}
