import { type CelestrakPayloads, celestrak } from '#features/celestrak/feature'
import type { DebrisApi } from '#features/debris/feature'
import { type LaunchesPayloads, launches } from '#features/launches/feature'
import type { OpenNotifyContext } from '#features/open-notify/context'
import { astros } from '#features/open-notify/endpoints/astros'
import { issNow } from '#features/open-notify/endpoints/iss-now'
import { issPass } from '#features/open-notify/endpoints/iss-pass'
import { type PassesPayloads, passes } from '#features/passes/feature'
import { compatOptions } from '#features/shared/compat/settings'
import type { Feature } from '#kernel/endpoint/feature'
import type { PayloadsOf } from '#kernel/endpoint/payloads'

const endpoints = [astros, issNow, issPass] as const

/** open-notify's paths, in its formats. */
export const openNotify: Feature<OpenNotifyContext, OpenNotifyPayloads, DebrisApi> = {
  name: 'open-notify',
  needs: [launches, passes, celestrak],
  options: compatOptions,
  endpoints,
  later: [() => import('#features/open-notify/compute-iss')],
}

/** Payloads by path, including the features that it needs. */
export interface OpenNotifyPayloads
  extends PayloadsOf<typeof endpoints>,
    LaunchesPayloads,
    PassesPayloads,
    CelestrakPayloads {}
