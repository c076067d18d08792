import * as v from 'valibot'
import type { Endpoint } from '#declare/endpoint'
import { wholeNumber } from '#declare/schemas'
import { statusData, statusReport } from '#describe/status-report'
import { negotiated } from '#endpoints/negotiated'
import type { ShellGrid } from '#orbit/shell-grid'
import { rootOf } from '#pages/frame'
import { statusFacts } from '#pages/status-facts'
import { statusPage, VALID_MS } from '#pages/status-page'

/** What is known of every upstream: JSON, or a page for a client that prefers one. */
export function status({ minKm, maxKm, shellKm }: ShellGrid, table: () => readonly Endpoint[]): Endpoint {
  const range = { min: minKm, max: maxKm - shellKm }
  return negotiated({
    path: '/status',
    summary: 'State of every upstream provider',
    description:
      'JSON, or HTML for a client that prefers it. The JSON is what instances noted when they last asked, and asks nobody. ' +
      'The HTML page shows values of space weather and debris, too; it reads them through the cache.',
    ttlMs: VALID_MS,
    // A page is shown whatever is typed into its address: what is no altitude of ours counts as none.
    queryParameters: {
      alt: v.fallback(
        v.optional(
          wholeNumber(
            `Altitude in km of the shell on the HTML page, ${range.min} to ${range.max}; the densest shell when it is ` +
              'absent or another value. JSON ignores it',
            550,
            range,
          ),
        ),
        undefined,
      ),
    },
    data: statusData,
    problems: ['upstream_unavailable'],
    toData: ({ context }) => statusReport(table(), context),
    async toPage(call) {
      const facts = await statusFacts(table(), call, call.params['alt'] as number | undefined)
      return statusPage(facts, rootOf(call.context.settings.base))
    },
    pageKey: ({ alt }) => ({
      alt: alt === undefined ? null : Math.floor((alt as number) / shellKm) * shellKm,
    }),
  })
}
