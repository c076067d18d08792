import { createSpaceData, type SpaceData } from '#space-data'

export type { Account, AccountDayUsage, Accounts, Usage } from '#accounts/accounts'
export type { Authorize, Authorized, AuthorizeRequest } from '#accounts/authorize-option'
export type { IssueKeyOptions } from '#accounts/keys/issue'
export type { KeyAction, KeyLogEntry } from '#accounts/keys/key-log-records'
export type { KeyRecord } from '#accounts/keys/key-records'
export type { KeyLogOptions, Keys } from '#accounts/keys/keys'
export type { IssuedKey } from '#accounts/keys/new-key'
export type { Pruned, PruneOptions } from '#accounts/keys/prune'
export type { KeyRestrictions } from '#accounts/keys/restrictions'
export type { RotateOptions } from '#accounts/keys/rotate'
export { defaultLimits } from '#accounts/networks/limits'
export { type TierChanges, type TierName, tiers, tiersOf } from '#accounts/quota/tiers'
export type { DailyUsage } from '#accounts/quota/usage'
export type { AlertsRun } from '#alerts/watches/detect-alerts'
export type {
  DeliveryAttempt,
  Webhook,
  WebhookChanges,
  WebhookCreation,
  WebhookInput,
  WebhookSummary,
  Webhooks,
  WebhookWithSecret,
} from '#alerts/webhooks/webhook'
export type { WebhookParameters } from '#alerts/webhooks/webhook-records'
export type { WebhookRequest, WebhookResponse, WebhookSender } from '#alerts/webhooks/webhook-sender'
export type { ElementSet } from '#catalogue/elements/element-set'
export type { ParsedElementSets } from '#catalogue/elements/omm'
export { formatOmmJson } from '#catalogue/elements/omm-formats'
export { readElementSets } from '#catalogue/elements/read-element-sets'
export type { CustomGroups } from '#debris/custom-shells/custom-groups'
export type { CustomGrid, CustomSamples } from '#debris/custom-shells/custom-shell'
export type { ShellGrid } from '#debris/density/shell-grid'
export type { SliceTask, Tally, TallyStats } from '#debris/density/tally'
export type { ShellProgress, SlicePool } from '#debris/night/count-slices'
export type { KeptCatalogue } from '#debris/night/kept-catalogues'
export type { NightlyOptions } from '#debris/night/nightly-shells'
export type { Catalogue, PropagateShellsOptions, ShellReport } from '#debris/night/propagate-options'
export type { CatalogueProgress, PullCatalogueOptions, PulledCatalogue } from '#debris/night/pull-catalogue'
export type { RunningShellJob, ShellJobProgress, ShellJobState } from '#debris/night/shell-job'
export type { ShellStatus } from '#debris/night/shell-status'
export type { MadeReport, ReportOptions } from '#debris/reports/make-report'
export type { MonthlyReport } from '#debris/reports/report'
export type { ShellCounts, ShellRun } from '#debris/shells/shells'
export type { Served } from '#endpoint/envelope'
export type { RawRequest, RawResponse } from '#endpoint/http-message'
export type { PayloadsOf } from '#endpoint/payloads'
export { publicKeyOf, type SigningKey, type SigningKeys } from '#endpoint/signing/keys'
export type { Payloads } from '#host/endpoint-table'
export type { GetParameters } from '#host/get'
export type { AlertJobs, CheckJobs, Jobs, ReportJobs, SeriesJobs, ShellJobs } from '#host/jobs'
export type { StoreCheck } from '#host/maintenance/check'
export type { Write } from '#host/maintenance/export'
export type { StoreFinding } from '#host/maintenance/finding'
export type { Imported, ImportOptions, ReadExport } from '#host/maintenance/import'
export type { Moved } from '#host/maintenance/kinds'
export type { StoreMaintenance } from '#host/maintenance/manage-store'
export type { SpaceDataOptions, WebhookOptions } from '#host/options'
export type { Coding, Compressor } from '#http/compressor'
export type { ConnectionInfo } from '#http/fetch-handler'
export type { NetworkLimits, OperatorReceiver, ReportPdf, Tier, Tiers } from '#kit/context'
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
} from '#kit/errors'
export type {
  AlertLogged,
  JobEnded,
  JobName,
  RequestAnswered,
  ServiceEvent,
  StoreAccess,
  UpstreamRequested,
  WebhookAttempted,
} from '#kit/events'
export type { MaybePromise } from '#kit/maybe-promise'
export { Problem, type ProblemCode, type ProblemDetails, problems } from '#kit/problem'
export type { Stop } from '#kit/schedule'
export { createSpaceData, type SpaceData } from '#space-data'
export type { Quantity, Reading } from '#space-weather/series/readings'
export type { RecordOptions, SeriesRecording } from '#space-weather/series/record-series'
export type { SeriesSpan } from '#space-weather/series/series-span'
export type { Added, AtomicStore } from '#storage/atomic-store'
export type { StoreBackend } from '#storage/backend'
export type { WaitUntil } from '#storage/cache/snapshot'
export { type KeyvOptions, keyv } from '#storage/keyv/index'
export { memory } from '#storage/memory/index'
export type { CheckedUpstream, CheckReport } from '#upstreams/check/check-reports'
export type { CheckStatus } from '#upstreams/check/check-status'
export type { CheckProgress, CheckUpstreamsOptions } from '#upstreams/check/check-upstreams'
export { type ProviderId, providers } from '#upstreams/providers'
export type { SeriesColumn, SeriesId } from '#upstreams/recorded-series'
export type { FeedsElsewhere } from '#upstreams/states/upstream-states'

let ready: SpaceData | undefined

/** A ready handler on the memory store and the live providers, made at its first request. */
export const handle: SpaceData['handle'] = (request, peer) => {
  ready ??= createSpaceData()
  return ready.handle(request, peer)
}
