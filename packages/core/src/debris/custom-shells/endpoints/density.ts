import type { InferOutput } from 'valibot'
import { launchYearFeed } from '#catalogue/celestrak/element-sets'
import { customDensity } from '#debris/custom-shells/custom-density'
import { RUN_PROBLEMS, sendFromRun } from '#debris/custom-shells/endpoints/published'
import { customDensityData } from '#debris/custom-shells/endpoints/schemas'
import { oneShellEndpoint } from '#debris/custom-shells/endpoints/shell-endpoint'
import { envelopeOf } from '#endpoint/envelope'
import { iso } from '#kit/time'

const MISSING = 'This custom shell has not been counted yet.'

/** Serves the object density of a custom shell, from the last nightly run. */
export const customShellDensity = oneShellEndpoint({
  method: 'GET',
  below: '/density',
  operationId: 'getCustomShellDensity',
  summary: 'Density of catalogued objects in a custom shell',
  description:
    'As /shell/density, by the altitude steps and bands of latitude of the custom shell, and of the objects ' +
    'that it counts. 404 `shell_not_populated` until the first nightly run after its creation.',
  jobUpstreams: [launchYearFeed],
  success: {
    status: 200,
    description: 'Density of each altitude step and band of latitude',
    content: { 'application/json': envelopeOf(customDensityData) },
  },
  problems: RUN_PROBLEMS,
  respond: (call) =>
    sendFromRun(
      MISSING,
      call,
      async (shells, run): Promise<InferOutput<typeof customDensityData> | undefined> => {
        const { id, name, grid } = call.shell
        const samples = await shells.readCustomShell(run.id, id)
        return (
          samples && {
            id,
            name,
            computed_at: iso(run.computedAt),
            catalogue_epoch: iso(run.t0),
            catalogue_objects: run.counts.used,
            altitude_reference: 'geocentric',
            method: run.method,
            steps: customDensity(samples, grid).map((step) => ({ ...step, bands: [...step.bands] })),
            source: run.source,
          }
        )
      },
    ),
})
