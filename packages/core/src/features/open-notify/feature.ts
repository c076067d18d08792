import type { OpenNotifyContext } from '#compat/open-notify/context'
import { astros } from '#compat/open-notify/endpoints/astros'
import { issNow } from '#compat/open-notify/endpoints/iss-now'
import { issPass } from '#compat/open-notify/endpoints/iss-pass'
import { compatOptions } from '#compat/settings'
import type { Feature } from '#endpoint/feature'
import type { PayloadsOf } from '#endpoint/payloads'
import { type CelestrakPayloads, celestrak } from '#features/celestrak/feature'
import type { DebrisApi } from '#features/debris/feature'
import { type LaunchesPayloads, launches } from '#features/launches/feature'
import { type PassesPayloads, passes } from '#features/passes/feature'

const endpoints = [astros, issNow, issPass] as const

/** open-notify's paths, in its formats. */
export const openNotify: Feature<OpenNotifyContext, OpenNotifyPayloads, DebrisApi> = {
  name: 'open-notify',
  needs: [launches, passes, celestrak],
  options: compatOptions,
  endpoints,
  later: [() => import('#compat/open-notify/compute-iss')],
}

/** Payloads by path, including the features that it needs. */
export interface OpenNotifyPayloads
  extends PayloadsOf<typeof endpoints>,
    LaunchesPayloads,
    PassesPayloads,
    CelestrakPayloads {}
