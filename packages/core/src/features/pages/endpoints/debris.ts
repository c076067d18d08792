import * as v from 'valibot'
import type { ShellGrid } from '#features/debris/density/shell-grid'
import type { PagesContext } from '#features/pages/context'
import { linkRoot } from '#features/shared/page/link-root'
import { pageEndpoint } from '#features/shared/page/page-endpoint'
import type { Endpoint } from '#kernel/endpoint/endpoint'
import { wholeNumber } from '#kernel/endpoint/schemas'
import { minutes } from '#kernel/kit/time'

/** Serves the debris page: all shells in one picture, and one shell as a map. */
export function debris({ minKm, maxKm, shellKm }: ShellGrid): Endpoint<PagesContext> {
  const range = { min: minKm, max: maxKm - shellKm }
  return pageEndpoint({
    path: '/debris',
    operationId: 'getDebrisPage',
    summary: 'Page with the density of catalogued objects by altitude and latitude',
    ttlMs: minutes(1),
    // An invalid altitude is treated as absent, so that the page is always shown.
    queryParameters: {
      alt: v.fallback(
        v.optional(
          wholeNumber(
            `Altitude of the shell to show, km, ${range.min} to ${range.max}. Absent or invalid values select the densest shell`,
            550,
            range,
          ),
        ),
        undefined,
      ),
    },
    pageKey: ({ params: { alt } }) => ({
      alt: alt === undefined ? null : Math.floor((alt as number) / shellKm) * shellKm,
    }),
    async toPage({ params, context }) {
      const { collectDebrisFacts, debrisPage } = await import('#features/pages/pages')
      const facts = await collectDebrisFacts(params['alt'] as number | undefined, context)
      return debrisPage(facts, linkRoot(context.settings.base))
    },
  })
}
