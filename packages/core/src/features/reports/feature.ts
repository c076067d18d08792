import type { ReportContext } from '#debris/reports/context'
import { monthlyReport } from '#debris/reports/endpoints/month'
import { listReports } from '#debris/reports/endpoints/reports'
import { monthlyReport as monthlyJob } from '#debris/reports/monthly-report'
import type { ReportOptions } from '#debris/reports/settings'
import type { Feature } from '#endpoint/feature'
import type { PayloadsOf } from '#endpoint/payloads'
import { type DebrisApi, type DebrisPayloads, debris } from '#features/debris/feature'
import { createReportJobs, type ReportJobs } from '#features/reports/report-jobs'
import { ofType } from '#kit/option-rules'
import { type JobOptions, runSchedule, stopAll } from '#kit/schedule'

const endpoints = [listReports, monthlyReport] as const

interface ReportStart extends JobOptions {
  readonly reports?: boolean
}

/** The monthly debris report. */
export const reports: Feature<ReportContext, ReportsPayloads, ReportsApi> = {
  name: 'reports',
  needs: [debris],
  options: { reportPdf: ofType('function', 'a function that returns a PDF') },
  settings: ({ reportPdf }: ReportOptions) => ({ reportPdf }),
  endpoints,
  api: (context) => ({ jobs: { reports: createReportJobs(context) } }),
  start: (context, { reports = true, ...options }: ReportStart) =>
    reports ? runSchedule(monthlyJob(context, options), context) : stopAll([]),
  later: [() => import('#debris/reports/page/report-page'), () => import('#debris/reports/make-report')],
}

/** Payloads by path, including the features that it needs. */
export interface ReportsPayloads extends PayloadsOf<typeof endpoints>, DebrisPayloads {}

/** Members that it and the features that it needs add to an instance. */
export type ReportsApi = DebrisApi & {
  readonly jobs: {
    /** The monthly debris report. */
    readonly reports: ReportJobs
  }
}
