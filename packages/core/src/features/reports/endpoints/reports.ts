import * as v from 'valibot'
import { keptReports } from '#features/reports/kept-reports'
import { declareEndpoint } from '#kernel/endpoint/declare-endpoint'
import type { Endpoint } from '#kernel/endpoint/endpoint'
import { envelopeOf } from '#kernel/endpoint/envelope'
import { uncachedJsonResponse } from '#kernel/endpoint/json-response'
import { count, instant, named, text } from '#kernel/endpoint/schemas'

const revision = v.strictObject({
  revision: count('Number of the revision, from 1', 1),
  generated_at: instant('Time the revision was generated', '2026-12-01T03:30:00.000Z'),
})

const month = v.strictObject({
  month: text('Month of the report', '2026-11'),
  url: text('Path of the current revision', '/v1/reports/2026-11'),
  revisions: v.pipe(
    v.array(named('ReportRevision', revision)),
    v.description('Revisions, the current one last'),
  ),
})

const data = v.strictObject({
  count: count('Number of months', 1),
  reports: v.pipe(v.array(named('ReportMonth', month)), v.description('Months, newest first')),
})

/** Lists the months that have a report. */
export const listReports: Endpoint = declareEndpoint({
  path: '/v1/reports',
  operationId: 'listReports',
  summary: 'Months that have a debris report',
  tag: 'Shells',
  access: 'key',
  isIncludedIn: ({ debrisProducts }) => debrisProducts,
  isOffered: ({ mirror }) => !mirror,
  success: {
    status: 200,
    description: 'The months with their revisions',
    content: { 'application/json': envelopeOf(named('ReportList', data)) },
  },
  async respond({ context }) {
    const entries = await keptReports(context).list()
    const payload: v.InferOutput<typeof data> = {
      count: entries.length,
      reports: entries.map(({ month, revisions }) => ({
        month,
        url: `${context.settings.base}/v1/reports/${month}`,
        revisions: revisions.map(({ revision, generated_at }) => ({ revision, generated_at })),
      })),
    }
    const response = uncachedJsonResponse(payload, context.now())
    response.headers.push('vary', 'Authorization, X-API-Key')
    return response
  },
})
