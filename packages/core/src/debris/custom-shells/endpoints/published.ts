import type { Sent } from '#accounts/account-endpoint'
import type { ShellCall } from '#debris/custom-shells/endpoints/shell-endpoint'
import { assertServable, throwNotComputed } from '#debris/shells/published-run'
import { SHELL_VALID_MS } from '#debris/shells/shell-validity'
import type { ShellRun, Shells } from '#debris/shells/shells'
import { envelope } from '#endpoint/envelope'
import type { ProblemCode } from '#kit/problem'

/** Error codes of what reads the published run. */
export const RUN_PROBLEMS: readonly ProblemCode[] = ['shell_not_populated', 'upstream_unavailable']

/**
 * Sends what `read` finds in the published run, in an envelope with the provenance of the run. Responds 404
 * with the message `missing` if it finds nothing, and 503 once the run is too old to be served.
 */
export async function sendFromRun<Data extends object>(
  missing: string,
  { context }: ShellCall,
  read: (shells: Shells, run: ShellRun) => Promise<Data | undefined>,
): Promise<Sent> {
  const shells = context.debris.shells
  // Not from the cache: what an account has just created or counted is seen at once.
  const run = await shells.findRun(await shells.readPointer(context.now()))
  const data = run && (await read(shells, run))
  if (!run || !data) return throwNotComputed(missing, context)
  assertServable(run, context)
  return { envelope: envelope({ source: run.source, fetchedAt: run.fetchedAt, data }, SHELL_VALID_MS) }
}
