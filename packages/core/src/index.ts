import { createSpaceData, type SpaceData } from '#space-data'

export { type KeyvOptions, keyv } from '#adapters/keyv/index'
export type { OperatorReceiver } from '#features/alerts/settings'
export { type ProblemCode, problems } from '#features/problems'
export type { ReportPdf } from '#features/reports/settings'
export { publicKeyOf, type SigningKey, type SigningKeys } from '#features/signing/keys'
export type { WebhookOptions } from '#features/webhooks/settings'
export type { Authorize } from '#kernel/accounts/keys/authorize'
export { defaultLimits } from '#kernel/accounts/networks/limits'
export { type TierChanges, type TierName, tiers, tiersOf } from '#kernel/accounts/quota/tiers'
export type { PayloadsOf } from '#kernel/endpoint/payloads'
export type { Served } from '#kernel/endpoint/representation'
export type { GetParameters } from '#kernel/instance/get'
export type { Instance } from '#kernel/instance/instance'
export type { Jobs } from '#kernel/instance/jobs'
export type { NetworkLimits, Tier, Tiers } from '#kernel/kit/environment'
export {
  InvalidOptionError,
  JobLockedError,
  JobRejectedError,
  KeyConflictError,
  LeaseLostError,
  SpaceDataError,
} from '#kernel/kit/errors'
export type { ServiceEvent } from '#kernel/kit/events'
export { Problem, type ProblemDetails, type ProblemName, type ProblemType } from '#kernel/kit/problem'
export type { Stop } from '#kernel/kit/schedule'
export type { StoreBackend } from '#kernel/storage/backend'
export { memory } from '#kernel/storage/memory/index'
export { type ProviderId, providers } from '#kernel/upstreams/providers'
export {
  createService,
  createSpaceData,
  type Payloads,
  type SpaceData,
  type SpaceDataOptions,
  type WholeSpaceData,
} from '#space-data'

let ready: SpaceData | undefined

/** A ready handler on the memory store and the live providers, made at its first request. */
export const handle: SpaceData['handle'] = (request, peer) => {
  ready ??= createSpaceData()
  return ready.handle(request, peer)
}
