import { createSpaceData, type SpaceData } from '#service'

export type { Authorize, Authorized, AuthorizeRequest } from '#authorize'
export { type KeyvOptions, keyv } from '#backends/keyv'
export { memory } from '#backends/memory'
export type { WaitUntil } from '#cache/snapshot'
export type { Coding, Compressor } from '#compressor'
export type { NetworkLimits, OperatorReceiver, ReportPdf, Tier, Tiers } from '#context'
export type { Served } from '#declare/envelope'
export type { RawRequest, RawResponse } from '#declare/http-message'
export type { PayloadsOf } from '#declare/payloads'
export type { Payloads } from '#endpoints/index'
export {
  ImportInterruptedError,
  ImportRejectedError,
  InvalidOptionError,
  JobLockedError,
  JobRejectedError,
  KeyConflictError,
  LeaseLostError,
  ReceiverRefusedError,
  ReceiverUnreachableError,
  SpaceDataError,
  WebhookRejectedError,
} from '#errors'
export type {
  AlertLogged,
  JobEnded,
  JobName,
  RequestAnswered,
  ServiceEvent,
  StoreAccess,
  UpstreamRequested,
  WebhookAttempted,
} from '#events'
export type { GetParameters } from '#get'
export type { ConnectionInfo } from '#http/fetch-handler'
export type { CheckStatus } from '#jobs/check-status'
export type { CheckProgress, CheckUpstreamsOptions } from '#jobs/check-upstreams'
export type { ShellProgress, SlicePool } from '#jobs/count-slices'
export type { AlertsRun } from '#jobs/detect-alerts'
export type { AlertJobs, CheckJobs, Jobs, ReportJobs, SeriesJobs, ShellJobs } from '#jobs/index'
export type { MadeReport, ReportOptions } from '#jobs/make-report'
export type { NightlyOptions } from '#jobs/nightly-shells'
export type { Catalogue, PropagateShellsOptions, ShellReport } from '#jobs/propagate-options'
export type { CatalogueProgress, PullCatalogueOptions, PulledCatalogue } from '#jobs/pull-catalogue'
export type { RecordOptions, SeriesRecording } from '#jobs/record-series'
export type { Stop } from '#jobs/schedule'
export type { ShellStatus } from '#jobs/shell-status'
export type { Account, AccountDayUsage, Accounts, Usage } from '#keys/accounts'
export type { KeyLogOptions, Keys } from '#keys/index'
export type { IssueKeyOptions } from '#keys/issue'
export { defaultLimits } from '#keys/limits'
export type { IssuedKey } from '#keys/new-key'
export type { Pruned, PruneOptions } from '#keys/prune'
export type { KeyRestrictions } from '#keys/restrictions'
export type { RotateOptions } from '#keys/rotate'
export { type TierChanges, type TierName, tiers, tiersOf } from '#keys/tiers'
export type { DailyUsage } from '#keys/usage'
export type { StoreCheck } from '#maintenance/check'
export type { Write } from '#maintenance/export'
export type { StoreFinding } from '#maintenance/finding'
export type { Imported, ImportOptions, ReadExport } from '#maintenance/import'
export type { Moved } from '#maintenance/kinds'
export type { StoreMaintenance } from '#maintenance/manage-store'
export type { MaybePromise } from '#maybe-promise'
export type { MirrorOptions } from '#mirror/central'
export type { PrefetchOptions } from '#mirror/prefetch'
export type { CustomGroups } from '#orbit/custom-groups'
export type { CustomGrid, CustomSamples } from '#orbit/custom-shell'
export type { ElementSet } from '#orbit/element-set'
export type { ParsedElementSets } from '#orbit/omm'
export { formatOmmJson } from '#orbit/omm-formats'
export { readElementSets } from '#orbit/read-element-sets'
export type { ShellGrid } from '#orbit/shell-grid'
export type { SliceTask, Tally, TallyStats } from '#orbit/tally'
export { Problem, type ProblemCode, type ProblemDetails, problems } from '#problem'
export type { Quantity, Reading } from '#readings'
export type { MonthlyReport } from '#reports/report'
export { createSpaceData, type SpaceData } from '#service'
export type { SpaceDataOptions, WebhookOptions } from '#service-options'
export { publicKeyOf, type SigningKey, type SigningKeys } from '#signing/keys'
export type { StoreBackend } from '#store/backend'
export type { ConsumeResult, Counters } from '#store/counters'
export type { CheckedUpstream, CheckReport } from '#store/repositories/check-reports'
export type { KeptCatalogue } from '#store/repositories/kept-catalogues'
export type { KeyAction, KeyLogEntry } from '#store/repositories/key-log'
export type { KeyRecord } from '#store/repositories/keys'
export type { SeriesColumn, SeriesId } from '#store/repositories/series-day'
export type { SeriesSpan } from '#store/repositories/series-span'
export type { RunningShellJob, ShellJobProgress, ShellJobState } from '#store/repositories/shell-job'
export type { ShellCounts, ShellRun } from '#store/repositories/shells'
export type { FeedsElsewhere } from '#store/repositories/upstream-states'
export type { WebhookParameters } from '#store/repositories/webhooks'
export { type ProviderId, providers } from '#upstreams/providers'
export type { WebhookRequest, WebhookResponse, WebhookSender } from '#webhook-sender'
export type {
  DeliveryAttempt,
  Webhook,
  WebhookChanges,
  WebhookCreation,
  WebhookInput,
  WebhookSummary,
  Webhooks,
  WebhookWithSecret,
} from '#webhooks/webhook'

let ready: SpaceData | undefined

/** A ready handler on the memory store and the live providers, made at its first request. */
export const handle: SpaceData['handle'] = (request, peer) => {
  ready ??= createSpaceData()
  return ready.handle(request, peer)
}
