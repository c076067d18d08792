import { isServable } from '#debris/shells/shell-validity'
import { linkRoot } from '#endpoint/page/layout'
import type { Context } from '#kit/context'
import { minutes } from '#kit/time'
import type { GlobeState } from '#site/globe/globe-page'
import { pageEndpoint } from '#site/page-endpoint'

/** Serves the page of the globe. */
export const globe = pageEndpoint({
  path: '/globe',
  operationId: 'getGlobePage',
  summary: 'Every catalogued object around the Earth',
  ttlMs: minutes(1),
  async toPage({ context }) {
    const { globePage } = await import('#site/pages')
    const { sourceNote, base } = context.settings
    return globePage(await globeState(context), sourceNote, linkRoot(base))
  },
})

async function globeState(context: Context): Promise<GlobeState> {
  const { settings, now } = context
  if (settings.mirror) return 'mirror'
  const run = await context.debris.shells.current(now())
  return run && isServable(run, now(), settings.staleIfErrorMs) ? run : 'empty'
}
