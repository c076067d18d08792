import * as v from 'valibot'
import { launchYearFeed } from '#catalogue/celestrak/element-sets'
import { customTotals } from '#debris/custom-shells/custom-density'
import { CUSTOM_DAYS_KEPT, type CustomShellDay } from '#debris/custom-shells/custom-shell-days'
import { RUN_PROBLEMS, sendFromRun } from '#debris/custom-shells/endpoints/published'
import { customHistoryData } from '#debris/custom-shells/endpoints/schemas'
import { oneShellEndpoint, type ShellCall } from '#debris/custom-shells/endpoints/shell-endpoint'
import { envelopeOf } from '#endpoint/envelope'
import { Problem } from '#kit/problem'
import { days, iso, utcDay } from '#kit/time'

const DEFAULT_DAYS = 30
const MISSING = 'No custom shells have been counted yet.'

const date = (what: string, example: string) =>
  v.optional(
    v.pipe(
      v.string(),
      v.isoDate(),
      v.maxLength(10),
      v.description(`${what}: a UTC date such as ${example}`),
      v.examples([example]),
    ),
  )

/** Serves what a custom shell held on earlier days. */
export const customShellHistory = oneShellEndpoint({
  method: 'GET',
  below: '/history',
  operationId: 'getCustomShellHistory',
  summary: 'A custom shell day by day',
  description: `The last ${DEFAULT_DAYS} days by default, at most ${CUSTOM_DAYS_KEPT}, from the first night after its creation on.`,
  queryParameters: {
    from: date(`First day, ${DEFAULT_DAYS - 1} days before the last by default`, '2026-10-24'),
    to: date('Last day, today by default', '2026-11-22'),
  },
  jobUpstreams: [launchYearFeed],
  success: {
    status: 200,
    description: 'Totals of the custom shell and of its altitude steps by UTC day',
    content: { 'application/json': envelopeOf(customHistoryData) },
  },
  problems: RUN_PROBLEMS,
  respond(call) {
    const { from, to } = requestedDays(call)
    const { id, name, grid } = call.shell
    return sendFromRun(MISSING, call, async (_, run): Promise<v.InferOutput<typeof customHistoryData>> => {
      const found = await call.context.debris.customShellDays.list(id, from, to)
      const toDay = ({ day, runId, computedAt, t0, used, samples }: CustomShellDay) => ({
        day,
        run_id: runId,
        computed_at: iso(computedAt),
        catalogue_epoch: iso(t0),
        catalogue_objects: used,
        ...customTotals(samples, grid),
      })
      return { id, name, from, to, count: found.length, days: found.map(toDay), source: run.source }
    })
  },
})

/** Returns the days that are asked for, at most as many as are kept. */
function requestedDays({ params, context }: ShellCall): { readonly from: string; readonly to: string } {
  const today = utcDay(context.now())
  const to = (params['to'] as string | undefined) ?? today
  const from = (params['from'] as string | undefined) ?? utcDay(Date.parse(to) - days(DEFAULT_DAYS - 1))
  const first = utcDay(Date.parse(to) - days(CUSTOM_DAYS_KEPT - 1))
  if (from > to || from < first) {
    const expected = `a UTC date up to ${CUSTOM_DAYS_KEPT - 1} days before to, and not after it`
    throw new Problem('invalid_parameter', { message: `Invalid from: expected ${expected}.` })
  }
  return { from, to }
}
