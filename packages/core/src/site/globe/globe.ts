import { isServable } from '#debris/shells/shell-validity'
import { linkRoot } from '#endpoint/page/layout'
import type { Context } from '#kit/context'
import { minutes } from '#kit/time'
import type { GlobeRun } from '#site/globe/globe-page'
import { type NoShells, readNoShells } from '#site/no-shells'
import { pageEndpoint } from '#site/page-endpoint'
import { readRun } from '#site/published-run'

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

async function globeState(context: Context): Promise<GlobeRun | NoShells> {
  const { settings, now } = context
  const run = settings.mirror ? null : await readRun(context)
  return run && isServable(run, now(), settings.staleIfErrorMs) ? run : readNoShells(context)
}
