import * as v from 'valibot'
import type { ReportContext } from '#features/reports/context'
import { keptReports } from '#features/reports/kept-reports'
import { monthBefore, monthOf } from '#features/reports/month'
import { reportProblems } from '#features/reports/problems'
import { type MonthlyReport, report } from '#features/reports/report'
import { readCached, snapshotKey } from '#kernel/endpoint/cached'
import { declareEndpoint } from '#kernel/endpoint/declare-endpoint'
import type { Endpoint, EndpointCall } from '#kernel/endpoint/endpoint'
import { envelope, envelopeOf } from '#kernel/endpoint/envelope'
import { createTypeChooser } from '#kernel/endpoint/negotiate'
import { type Representation, renderBody, renderJson } from '#kernel/endpoint/representation'
import { named, text, wholeNumber } from '#kernel/endpoint/schemas'
import { Problem } from '#kernel/kit/problem'
import { days, iso, nextUtcMidnight } from '#kernel/kit/time'
import { endOfMonth } from '#kernel/storage/records/months'

/** Media types by format, in order of preference. */
const TYPES = {
  json: 'application/json',
  html: 'text/html',
  csv: 'text/csv',
  pdf: 'application/pdf',
} as const
type Format = keyof typeof TYPES
const FORMATS = Object.keys(TYPES) as Format[]

const monthParameter = v.pipe(
  v.string(),
  v.regex(/^[0-9]{4}-(0[1-9]|1[0-2])$/),
  v.maxLength(7),
  v.description('Month of the report: a month such as 2026-11'),
  v.examples(['2026-11']),
)

/** Serves the debris report of a month. */
export const monthlyReport: Endpoint<ReportContext> = declareEndpoint({
  path: '/v1/reports/{month}',
  operationId: 'getReport',
  summary: 'Debris report of a month, as JSON, HTML, CSV or PDF',
  description:
    'Generated on the 1st of the next month from the runs of its days. A report never changes. If it is ' +
    'generated again with a different result, the result is a new revision. Without `format`, the `Accept` ' +
    'header decides. CSV is a single table whose first column is the section of the row. If an instance ' +
    'does not offer PDF, the response is 406 `not_acceptable`.',
  tag: 'Shells',
  access: 'key',
  isIncludedIn: ({ debrisProducts }) => debrisProducts,
  isOffered: ({ mirror }) => !mirror,
  ttlMs: days(1),
  pathParameters: { month: monthParameter },
  queryParameters: {
    format: v.optional(
      v.pipe(
        v.picklist(FORMATS),
        v.description('Format of the report: json, html, csv or pdf; default by the Accept header'),
        v.examples(['pdf']),
      ),
    ),
    revision: v.optional(
      wholeNumber('Number of a revision: a whole number from 1; default the current revision', 1),
    ),
  },
  success: {
    status: 200,
    description: 'The report',
    content: {
      'application/json': envelopeOf(named('MonthlyReport', report)),
      'text/html': null,
      'text/csv': text(
        'The section of each row, then its values',
        'section,month,source,…\nReport,2026-11,…\n',
      ),
      'application/pdf': null,
    },
    headers: { 'content-disposition': 'Suggested file name' },
    optionalHeaders: { 'content-security-policy': 'HTML only: the page loads no external resource' },
  },
  problems: [reportProblems.report_not_found, 'not_acceptable'],
  async respond(call) {
    const { params, context } = call
    const month = params['month'] as string
    const format = formatOf(call)
    const revision = await revisionOf(month, params['revision'] as number | undefined, context)
    const key = snapshotKey('/v1/reports/{month}', { month, revision, format })
    return readCached(call, key, () => ({
      ttlMs: days(1),
      notFoundTtlMs: 0,
      async load() {
        const found = await keptReports(context).read(month, revision)
        if (!found) throw await notFound(context)
        const loadedAt = context.now()
        const value = await render(found, format, nextUtcMidnight(loadedAt), context)
        return { value, fetchedAt: loadedAt, validUntil: nextUtcMidnight(loadedAt) }
      },
    }))
  },
})

const withoutPdf = FORMATS.filter((format) => format !== 'pdf')
const chooseType = createTypeChooser(FORMATS.map((format) => TYPES[format]))
const chooseTypeWithoutPdf = createTypeChooser(withoutPdf.map((format) => TYPES[format]))

/**
 * Returns the format of a response, among those that the instance offers. The parameter takes precedence over
 * `Accept`.
 */
function formatOf({ params, request, context }: EndpointCall<ReportContext>): Format {
  const [offered, choose] = context.settings.reportPdf
    ? [FORMATS, chooseType]
    : [withoutPdf, chooseTypeWithoutPdf]
  const type = params['format'] ? TYPES[params['format'] as Format] : choose(request.header('accept'))
  const format = offered.find((each) => TYPES[each] === type)
  if (format) return format
  throw new Problem('not_acceptable', {
    message: `This instance does not offer this format of reports. Use ${offered.join(', ')}.`,
  })
}

async function revisionOf(
  month: string,
  requested: number | undefined,
  context: ReportContext,
): Promise<number> {
  const revisions = (await keptReports(context).find(month))?.revisions ?? []
  const found =
    requested === undefined ? revisions.at(-1) : revisions.find(({ revision }) => revision === requested)
  if (!found) throw await notFound(context)
  return found.revision
}

/** Returns the 404 with the existing reports and the time of the next one. */
async function notFound(context: ReportContext): Promise<Problem> {
  const months = (await keptReports(context).list()).map(({ month }) => month)
  const current = monthOf(context.now())
  const isLastMade = months.includes(monthBefore(current))
  const due = endOfMonth(isLastMade ? current : monthBefore(current))
  const known =
    months.length > 0 ? `Reports exist for ${months.slice(0, 12).join(', ')}` : 'There are no reports yet'
  const next = due > context.now() ? `on ${iso(due).slice(0, 10)}` : 'after the next run of the shells'
  return new Problem(reportProblems.report_not_found, {
    message: `This report does not exist. ${known}; the next one will be generated ${next}. See GET /v1/reports.`,
  })
}

async function render(
  found: MonthlyReport,
  format: Format,
  validUntil: number,
  { settings }: ReportContext,
): Promise<Representation> {
  const { month, catalogued_at, source } = found
  const common = [
    'vary',
    'Accept',
    'content-disposition',
    `inline; filename="debris-report-${month}.${format}"`,
  ]
  const reportPdf = settings.reportPdf
  if (format === 'pdf' && reportPdf) return renderBody(await reportPdf(found), TYPES.pdf, common)
  if (format === 'csv') {
    const { reportCsv } = await import('#features/reports/page/report-page')
    return renderBody(reportCsv(found), 'text/csv; charset=utf-8', common)
  }
  if (format === 'html') {
    const root = settings.base === '' ? '../../' : `${settings.base}/`
    const { reportPage } = await import('#features/reports/page/report-page')
    const { html, policy } = reportPage(found, root, settings.sourceNote)
    return renderBody(html, 'text/html; charset=utf-8', [...common, 'content-security-policy', policy])
  }
  const fetchedAt = Date.parse(catalogued_at)
  const body = envelope({ source, fetchedAt, data: found }, validUntil - fetchedAt)
  return renderJson(body, common)
}
