// `@space-data/core/upstreams`. Types of the check of all feeds, and of `/status`.

export type { StatusReport } from '#features/status/status-data'
export type { CheckJobs } from '#features/upstream-check/check-jobs'
export type { CheckedUpstream, CheckReport } from '#features/upstream-check/check-reports'
export type { CheckStatus } from '#features/upstream-check/check-status'
export type { CheckProgress, CheckUpstreamsOptions } from '#features/upstream-check/check-upstreams'
export type { FeedsElsewhere } from '#kernel/upstreams/states/upstream-states'
