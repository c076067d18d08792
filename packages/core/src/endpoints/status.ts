import * as v from 'valibot'
import type { Endpoint } from '#declare/endpoint'
import { named, wholeNumber } from '#declare/schemas'
import { negotiatedEndpoint } from '#endpoints/negotiated'
import type { ShellGrid } from '#orbit/shell-grid'
import { linkRoot } from '#pages/layout'
import { collectStatusFacts } from '#pages/status-facts'
import { STATUS_VALID_MS, statusPage } from '#pages/status-page'
import { statusData, statusReport } from '#status/report'
import { summarize } from '#webhooks/summarize'

/** Serves the state of all upstream feeds, as JSON or as the status page. */
export function status({ minKm, maxKm, shellKm }: ShellGrid, table: () => readonly Endpoint[]): Endpoint {
  const range = { min: minKm, max: maxKm - shellKm }
  return negotiatedEndpoint({
    path: '/status',
    operationId: 'getStatus',
    summary: 'Status of all upstream feeds',
    description:
      'JSON, or HTML for clients that prefer it. The JSON reports the last request to each feed and sends ' +
      'none itself. The HTML page also shows space weather and debris, which it reads through the cache.',
    ttlMs: STATUS_VALID_MS,
    // An invalid altitude is treated as absent, so that the page is always shown.
    queryParameters: {
      alt: v.fallback(
        v.optional(
          wholeNumber(
            `HTML only: altitude of the shell to show, km, ${range.min} to ${range.max}. Absent or invalid ` +
              'values select the densest shell',
            550,
            range,
          ),
        ),
        undefined,
      ),
    },
    data: named('Status', statusData),
    problems: ['upstream_unavailable'],
    toData: ({ context }) => statusReport(table(), context, summarize),
    async toPage(call) {
      const altitudeKm = call.params['alt'] as number | undefined
      const readReport = () => statusReport(table(), call.context, summarize)
      const facts = await collectStatusFacts(table(), call, altitudeKm, readReport)
      return statusPage(facts, linkRoot(call.context.settings.base))
    },
    pageKey: ({ alt }) => ({
      alt: alt === undefined ? null : Math.floor((alt as number) / shellKm) * shellKm,
    }),
  })
}
