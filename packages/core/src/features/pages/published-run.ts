import type { ShellRun } from '#features/debris/shells/shells'
import type { PagesContext } from '#features/pages/context'
import { withStoreFallback } from '#kernel/storage/store-failure'

/** Returns the published shell run; `null` if there is none or the store is unavailable. */
export async function readRun({ debris: { shells }, now }: PagesContext): Promise<ShellRun | null> {
  return withStoreFallback<ShellRun | null | Promise<ShellRun | null>>(
    async () => (await shells.current(now())) ?? null,
    () => null,
  )
}
