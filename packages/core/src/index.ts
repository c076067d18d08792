import { createSpaceData, type SpaceData } from '#space-data'

export type { Authorize } from '#accounts/keys/authorize'
export { defaultLimits } from '#accounts/networks/limits'
export { type TierChanges, type TierName, tiers, tiersOf } from '#accounts/quota/tiers'
export type { OperatorReceiver } from '#alerts/settings'
export type { WebhookOptions } from '#alerts/webhooks/settings'
export type { ReportPdf } from '#debris/reports/settings'
export type { PayloadsOf } from '#endpoint/payloads'
export type { Served } from '#endpoint/representation'
export { type ProblemCode, problems } from '#features/problems'
export { publicKeyOf, type SigningKey, type SigningKeys } from '#features/signing/keys'
export type { GetParameters } from '#host/get'
export type { Instance } from '#host/instance'
export type { Jobs } from '#host/jobs'
export type { NetworkLimits, Tier, Tiers } from '#kit/environment'
export {
  InvalidOptionError,
  JobLockedError,
  JobRejectedError,
  KeyConflictError,
  LeaseLostError,
  SpaceDataError,
} from '#kit/errors'
export type { ServiceEvent } from '#kit/events'
export { Problem, type ProblemDetails, type ProblemName, type ProblemType } from '#kit/problem'
export type { Stop } from '#kit/schedule'
export {
  createService,
  createSpaceData,
  type Payloads,
  type SpaceData,
  type SpaceDataOptions,
  type WholeSpaceData,
} from '#space-data'
export type { StoreBackend } from '#storage/backend'
export { type KeyvOptions, keyv } from '#storage/keyv/index'
export { memory } from '#storage/memory/index'
export { type ProviderId, providers } from '#upstreams/providers'

let ready: SpaceData | undefined

/** A ready handler on the memory store and the live providers, made at its first request. */
export const handle: SpaceData['handle'] = (request, peer) => {
  ready ??= createSpaceData()
  return ready.handle(request, peer)
}
