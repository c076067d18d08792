import { createSpaceData, type SpaceData } from '#service'

export { keyvBackend } from '#backends/keyv'
export { memory } from '#backends/memory'
export type { Tier, Tiers } from '#context'
export type { Answer, Ask } from '#declare/ask'
export type { Peer } from '#http/fetch-face'
export type { CheckStatus } from '#jobs/check-status'
export type { CheckProgress, CheckUpstreamsOptions } from '#jobs/check-upstreams'
export type { ShellProgress, SlicePool } from '#jobs/count-slices'
export { JobBusy, JobRefused, JobSuperseded } from '#jobs/job-errors'
export type { NightlyOptions } from '#jobs/nightly-shells'
export type { Catalogue, PropagateShellsOptions, ShellReport } from '#jobs/propagate-shells'
export type { CatalogueProgress, PullCatalogueOptions, PulledCatalogue } from '#jobs/pull-catalogue'
export type { Stop } from '#jobs/schedule'
export type { ShellStatus } from '#jobs/shell-status'
export type { Account, Accounts, Usage } from '#keys/accounts'
export type { KeyOrder } from '#keys/issue'
export { KeyRefused } from '#keys/key-refused'
export type { Keys } from '#keys/manage'
export type { IssuedKey } from '#keys/new-key'
export type { RotateOptions } from '#keys/rotate'
export { type TierChanges, type TierName, tiers, tiersOf } from '#keys/tiers'
export type { DayOfUsage } from '#keys/usage'
export type { MirrorOptions } from '#mirror/central'
export type { PrefetchOptions } from '#mirror/prefetch'
export type { ElementSet } from '#orbit/element-set'
export type { ParsedElementSets } from '#orbit/omm'
export { readElementSets } from '#orbit/read-element-sets'
export { Problem, type ProblemCode, problems } from '#problem'
export { createSpaceData, type Jobs, type SpaceData } from '#service'
export type { SpaceDataOptions } from '#service-context'
export type { Backend } from '#store/backend'
export type { CheckedUpstream, CheckReport } from '#store/check-reports'
export type { Counters, Take } from '#store/counters'
export type { KeyRecord } from '#store/keys'
export type { Reading, SeriesId } from '#store/readings'
export type { ServiceEvent } from '#store/service-event'
export type { RunningShellJob, ShellJobProgress, ShellJobState } from '#store/shell-job'
export type { ShellCounts, ShellRun } from '#store/shells'
export { type ProviderId, providers } from '#upstreams/providers'

let ready: SpaceData | undefined

/** A ready handler on the memory store and the live providers, made at its first request. */
export const handle: SpaceData['handle'] = (request, peer) => {
  ready ??= createSpaceData()
  return ready.handle(request, peer)
}
