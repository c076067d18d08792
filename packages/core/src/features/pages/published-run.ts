import type { ShellRun } from '#debris/shells/shells'
import type { SiteContext } from '#site/context'
import { withStoreFallback } from '#storage/store-failure'

/** Returns the published shell run; `null` if there is none or the store is unavailable. */
export async function readRun({ debris: { shells }, now }: SiteContext): Promise<ShellRun | null> {
  return withStoreFallback<ShellRun | null | Promise<ShellRun | null>>(
    async () => (await shells.current(now())) ?? null,
    () => null,
  )
}
