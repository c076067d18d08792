// `@space-data/core/debris`. Element sets as text and as objects; types of the nightly run and of reports.

export type { CustomGroups } from '#features/debris/custom-groups/custom-groups'
export type { CustomGrid, CustomSamples } from '#features/debris/custom-groups/custom-shell'
export type { ShellGrid } from '#features/debris/density/shell-grid'
export type { SliceTask, Tally, TallyStats } from '#features/debris/density/tally'
export type { AddDaysOptions } from '#features/debris/night/add-days'
export { createInlinePool, type ShellProgress, type SlicePool } from '#features/debris/night/count-slices'
export type { NightlyOptions } from '#features/debris/night/nightly-shells'
export type { Catalogue, PropagateShellsOptions, ShellReport } from '#features/debris/night/propagate-options'
export type {
  CatalogueProgress,
  PullCatalogueOptions,
  PulledCatalogue,
} from '#features/debris/night/pull-catalogue'
export type { RunningShellJob, ShellJobProgress, ShellJobState } from '#features/debris/night/shell-job'
export type { ShellStatus } from '#features/debris/night/shell-status'
export type { ShellJobs } from '#features/debris/shell-jobs'
export type { ShellCounts, ShellRun } from '#features/debris/shells/shells'
export type { ElementSet } from '#features/objects/elements/element-set'
export type { ParsedElementSets } from '#features/objects/elements/omm'
export { formatOmmJson } from '#features/objects/elements/omm-formats'
export { readElementSets } from '#features/objects/elements/read-element-sets'
export type { KeptCatalogue } from '#features/objects/history/kept-catalogues'
export type { MadeReport, ReportOptions } from '#features/reports/make-report'
export type { MonthlyReport } from '#features/reports/report'
export type { ReportJobs } from '#features/reports/report-jobs'
export type { StartOptions } from '#features/start-options'
