import type { Context } from '#context'
import type { Source } from '#declare/source'
import { Problem } from '#problem'
import { type ShellRun, Shells } from '#store/shells'
import { nextShellRun, wholeSecondsUntil } from '#time'

/** What the current run of the nightly job published; 404 until there is one. */
export function published<Params, Data>(
  read: (shells: Shells, run: ShellRun, params: Params) => Promise<Data | undefined>,
): Source<Params, Data> {
  return {
    upstreams: [],
    stored: false,
    unknownMs: 0,
    async load(params, context) {
      const shells = new Shells(context.store)
      const run = await shells.current()
      const data = run && (await read(shells, run, params))
      if (!run || !data) throw notPopulated(context)
      return { data, source: run.source, fetchedAt: run.fetched_at }
    },
  }
}

function notPopulated(context: Context): Problem {
  const now = context.now()
  return new Problem('shell_not_populated', { retryAfterSeconds: wholeSecondsUntil(nextShellRun(now), now) })
}
