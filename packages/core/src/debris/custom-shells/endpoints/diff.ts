import type { InferOutput } from 'valibot'
import { launchYearFeed } from '#catalogue/celestrak/element-sets'
import { customChange } from '#debris/custom-shells/custom-density'
import { RUN_PROBLEMS, sendFromRun } from '#debris/custom-shells/endpoints/published'
import { customDiffData } from '#debris/custom-shells/endpoints/schemas'
import { oneShellEndpoint } from '#debris/custom-shells/endpoints/shell-endpoint'
import { envelopeOf } from '#endpoint/envelope'
import { iso } from '#kit/time'

const MISSING = 'There is no previous run of this custom shell to compare with yet.'

/** Serves the change of a custom shell between the last two nightly runs. */
export const customShellDiff = oneShellEndpoint({
  method: 'GET',
  below: '/diff',
  operationId: 'getCustomShellDiff',
  summary: 'Change of a custom shell since the previous propagation',
  jobUpstreams: [launchYearFeed],
  success: {
    status: 200,
    description: 'Change of each altitude step',
    content: { 'application/json': envelopeOf(customDiffData) },
  },
  problems: RUN_PROBLEMS,
  respond: (call) =>
    sendFromRun(
      MISSING,
      call,
      async (shells, run): Promise<InferOutput<typeof customDiffData> | undefined> => {
        const { id, name, grid } = call.shell
        const { previous } = run
        const [before, after] = [
          previous && (await shells.readCustomShell(previous.id, id)),
          await shells.readCustomShell(run.id, id),
        ]
        if (!previous || !before || !after) return undefined
        return {
          id,
          name,
          computed_at: iso(run.computedAt),
          previous_computed_at: iso(previous.computedAt),
          ...customChange(before, after, grid),
          source: run.source,
        }
      },
    ),
})
