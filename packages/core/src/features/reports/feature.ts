import type { DebrisContext } from '#debris/context'
import { monthlyReport } from '#debris/reports/endpoints/month'
import { listReports } from '#debris/reports/endpoints/reports'
import type { Feature } from '#endpoint/feature'
import type { PayloadsOf } from '#endpoint/payloads'
import { debris } from '#features/debris/feature'

const endpoints = [listReports, monthlyReport] as const

/** The monthly debris report. */
export const reports: Feature<DebrisContext, ReportsPayloads> = {
  name: 'reports',
  needs: [debris],
  endpoints,
  later: [() => import('#debris/reports/page/report-page')],
}

/** Payloads by path. */
export interface ReportsPayloads extends PayloadsOf<typeof endpoints> {}
