import type { SiteContext } from '#site/context'

/** Loads the data that `/readyz` waits for, once; never rejects. */
export function loadFirstData(context: SiteContext): Promise<void> {
  return context.site.readiness.load(context.loadFirstData)
}
