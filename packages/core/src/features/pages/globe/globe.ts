import { isServable } from '#features/debris/shells/shell-validity'
import type { PagesContext } from '#features/pages/context'
import { findObjects, objectParameter, searchCost } from '#features/pages/find-objects'
import type { GlobeRun } from '#features/pages/globe/globe-page'
import { readInTime } from '#features/pages/live-values'
import { type NoShells, readNoShells } from '#features/pages/no-shells'
import { readRun } from '#features/pages/published-run'
import { linkRoot } from '#features/shared/page/link-root'
import { pageEndpoint } from '#features/shared/page/page-endpoint'
import { auroraGrid } from '#features/space-weather/aurora/aurora-grid'
import { minutes } from '#kernel/kit/time'

/** Serves the page of the globe. */
export const globe = pageEndpoint<PagesContext>({
  path: '/globe',
  operationId: 'getGlobePage',
  summary: 'Every catalogued object around the Earth',
  ttlMs: minutes(1),
  cost: ({ params }) => searchCost({ params: searched(params) }),
  queryParameters: { object: objectParameter },
  pageKey: ({ params }) => searched(params),
  async toPage(call) {
    const { globePage } = await import('#features/pages/pages')
    const { settings, upstreams } = call.context
    const run = await globeState(call.context)
    const { object = '' } = searched(call.params)
    // Without objects there is no globe.
    const aurora = 'counts' in run ? await readInTime(auroraGrid, call) : undefined
    const matches = await findObjects(object, call)
    return globePage(run, { aurora, matches, sourceNote: upstreams.shownNote.text }, linkRoot(settings.base))
  },
})

/** Returns the text to search for. The script finds numbers, among all objects of the run. */
function searched({ object }: { readonly object?: string }): { readonly object?: string } {
  return object === undefined || /^\d*$/.test(object) ? {} : { object }
}

async function globeState(context: PagesContext): Promise<GlobeRun | NoShells> {
  const { settings, now } = context
  const run = settings.mirror ? null : await readRun(context)
  return run && isServable(run, now(), settings.staleIfErrorMs) ? run : readNoShells(context)
}
