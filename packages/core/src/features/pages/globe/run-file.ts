import { shellProblems } from '#features/debris/problems'
import { markStale, respondFromObjects } from '#features/debris/shells/published-run'
import { SHELL_VALID_MS } from '#features/debris/shells/shell-validity'
import type { ShellRun, Shells } from '#features/debris/shells/shells'
import type { PagesContext } from '#features/pages/context'
import { readCached, snapshotKey } from '#kernel/endpoint/cached'
import { declareEndpoint } from '#kernel/endpoint/declare-endpoint'
import type { Endpoint } from '#kernel/endpoint/endpoint'
import { renderBody } from '#kernel/endpoint/representation'

interface RunFile extends Pick<Endpoint, 'path' | 'operationId' | 'summary' | 'description'> {
  /** Description of the file. */
  readonly content: string
  readonly type: string
  readonly render: (run: ShellRun, shells: Shells) => Promise<string | Uint8Array>
}

/** Creates an endpoint for a file that is generated from the objects of each published run once. */
export function runFile({ content, type, render, ...declaration }: RunFile): Endpoint<PagesContext> {
  return declareEndpoint({
    ...declaration,
    tag: 'Pages',
    access: 'public',
    isOffered: ({ mirror }) => !mirror,
    ttlMs: SHELL_VALID_MS,
    success: { status: 200, description: content, content: { [type]: null } },
    problems: [shellProblems.shell_not_populated, 'upstream_unavailable'],
    respond: (call) =>
      respondFromObjects('The objects of the catalogue are not stored yet.', call, async (run, shells) => {
        const read = readCached(call, snapshotKey(declaration.path, { run: run.id }), () => ({
          ttlMs: SHELL_VALID_MS,
          load: async () => ({
            value: renderBody(await render(run, shells), type),
            fetchedAt: run.fetchedAt,
          }),
        }))
        return markStale(await read, call.now)
      }),
  })
}
