import * as v from 'valibot'
import { customTotals } from '#features/custom-shells/custom-density'
import { CUSTOM_DAYS_KEPT } from '#features/custom-shells/custom-shell-days'
import { runEndpoint, type ShellCall } from '#features/custom-shells/endpoints/shell-endpoint'
import { runFacts } from '#features/debris/shells/schemas'
import { dayParameter } from '#kernel/endpoint/query-parameters'
import { count, named, quantity, text } from '#kernel/endpoint/schemas'
import { Problem } from '#kernel/kit/problem'
import { days, iso, utcDay } from '#kernel/kit/time'

const DEFAULT_DAYS = 30

const day = v.strictObject({
  day: text('UTC day that was propagated', '2026-11-21'),
  run_id: text('Id of the run of that day', '20261121T031900Z-1f0c9b2a'),
  ...runFacts,
  objects_total: quantity('Mean number of objects in the whole shell over the 24 hours', 404.2, 0),
  mean_density_per_km3: quantity('Mean density of the whole shell, objects per km³', 6e-8, 0),
  objects_by_step: v.pipe(
    v.array(v.number()),
    v.description('Mean number of objects in each altitude step, lowest first'),
    v.examples([[20.1, 21.4, 19.8]]),
  ),
})

/** Serves the history of a custom shell. */
export const customShellHistory = runEndpoint({
  below: '/history',
  operationId: 'getCustomShellHistory',
  summary: 'Daily history of a custom shell',
  description:
    `The last ${DEFAULT_DAYS} days by default, at most ${CUSTOM_DAYS_KEPT} days. The history begins with ` +
    'the first night after the creation of the custom shell.',
  queryParameters: {
    from: dayParameter(
      `First day, ${DEFAULT_DAYS - 1} days before the last day by default: a UTC date such as`,
      '2026-10-24',
    ),
    to: dayParameter('Last day, today by default: a UTC date such as', '2026-11-22'),
  },
  response: 'Totals of the custom shell and of its altitude steps by UTC day',
  missing: 'No custom shells have been counted yet.',
  name: 'CustomShellHistory',
  members: {
    from: text('First UTC day', '2026-10-24'),
    to: text('Last UTC day', '2026-11-22'),
    count: count('Days with a run', 30),
    days: v.pipe(
      v.array(named('CustomShellDay', day)),
      v.description('Oldest first; days without a run are absent'),
    ),
  },
  check: requestedDays,
  async read(call) {
    const { from, to } = requestedDays(call)
    const { id, grid } = call.shell
    const found = await call.context.customShells.days.list(id, from, to)
    const rows = found.map(({ day, runId, computedAt, t0, used, samples }) => ({
      day,
      run_id: runId,
      computed_at: iso(computedAt),
      catalogue_epoch: iso(t0),
      catalogue_objects: used,
      ...customTotals(samples, grid),
    }))
    return { from, to, count: rows.length, days: rows }
  },
})

/** Returns the requested days, at most the number of days kept. */
function requestedDays({ params, context }: ShellCall): { readonly from: string; readonly to: string } {
  const today = utcDay(context.now())
  const to = (params['to'] as string | undefined) ?? today
  const from = (params['from'] as string | undefined) ?? utcDay(Date.parse(to) - days(DEFAULT_DAYS - 1))
  const first = utcDay(Date.parse(to) - days(CUSTOM_DAYS_KEPT - 1))
  if (from > to || from < first) {
    const expected = `a UTC date up to ${CUSTOM_DAYS_KEPT - 1} days before to, and not after to`
    throw new Problem('invalid_parameter', { message: `Invalid from: expected ${expected}.` })
  }
  return { from, to }
}
