import type { Context } from '#context'
import { pageEndpoint } from '#endpoints/page-endpoint'
import { shellsIn } from '#endpoints/shell/published'
import type { GlobeState } from '#pages/globe/globe-page'
import { linkRoot } from '#pages/layout'
import { isServable } from '#shell-validity'
import { minutes } from '#time'

/** Serves the page of the globe. */
export const globe = pageEndpoint({
  path: '/globe',
  operationId: 'getGlobePage',
  summary: 'Every catalogued object around the Earth',
  ttlMs: minutes(1),
  async toPage({ context }) {
    const { globePage } = await import('#pages/index')
    const { sourceNote, base } = context.settings
    return globePage(await globeState(context), sourceNote, linkRoot(base))
  },
})

async function globeState(context: Context): Promise<GlobeState> {
  const { settings, now } = context
  if (settings.mirror) return 'mirror'
  const run = await shellsIn(context).current(now())
  return run && isServable(run, now(), settings.staleIfErrorMs) ? run : 'empty'
}
