import type { StatusContext } from '#features/status/context'

/** Loads the data that `/readyz` waits for, once; never rejects. */
export function loadFirstData(context: StatusContext): Promise<void> {
  return context.site.readiness.load(context.loadFirstData)
}
