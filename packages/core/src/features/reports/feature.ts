import { type DebrisApi, type DebrisPayloads, debris } from '#features/debris/feature'
import type { ReportContext } from '#features/reports/context'
import { monthlyReport } from '#features/reports/endpoints/month'
import { listReports } from '#features/reports/endpoints/reports'
import { monthlyReport as monthlyJob } from '#features/reports/monthly-report'
import { createReportJobs, type ReportJobs } from '#features/reports/report-jobs'
import type { ReportOptions } from '#features/reports/settings'
import type { Feature } from '#kernel/endpoint/feature'
import type { PayloadsOf } from '#kernel/endpoint/payloads'
import { ofType } from '#kernel/kit/option-rules'
import { type JobOptions, runSchedule, stopAll } from '#kernel/kit/schedule'

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
  later: [() => import('#features/reports/page/report-page'), () => import('#features/reports/make-report')],
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
