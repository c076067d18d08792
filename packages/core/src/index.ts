import { createSpaceData, type SpaceData } from '#service'

export { memory } from '#backends/memory'
export type { Answer, Ask } from '#declare/ask'
export type { Peer } from '#http/fetch-face'
export type { PullCatalogueOptions, PulledCatalogue } from '#jobs/pull-catalogue'
export { type IssuedKey, type KeyOrder, KeyRefused } from '#keys/issue'
export type { Keys } from '#keys/manage'
export { isTierName, type TierName, tiers } from '#keys/tiers'
export { Problem, type ProblemCode, problems } from '#problem'
export { createSpaceData, type Jobs, type SpaceData, type SpaceDataOptions } from '#service'
export type { Backend } from '#store/backend'
export type { Counters, Take } from '#store/counters'
export type { KeyRecord } from '#store/keys'
export { type ProviderId, providers } from '#upstreams/providers'

let ready: SpaceData | undefined

/** A ready handler on the memory store and the live providers, made at its first request. */
export const handle: SpaceData['handle'] = (request, peer) => {
  ready ??= createSpaceData()
  return ready.handle(request, peer)
}
