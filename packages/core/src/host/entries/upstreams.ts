// `@space-data/core/upstreams`. Types of the check of all feeds, and of `/status`.

export type { CheckJobs } from '#features/upstream-check/check-jobs'
export type { StatusReport } from '#site/status/status-data'
export type { CheckedUpstream, CheckReport } from '#upstreams/check/check-reports'
export type { CheckStatus } from '#upstreams/check/check-status'
export type { CheckProgress, CheckUpstreamsOptions } from '#upstreams/check/check-upstreams'
export type { FeedsElsewhere } from '#upstreams/states/upstream-states'
