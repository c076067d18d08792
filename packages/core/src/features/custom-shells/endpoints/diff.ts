import * as v from 'valibot'
import { customChange } from '#features/custom-shells/custom-density'
import { stepEdges } from '#features/custom-shells/endpoints/schemas'
import { runEndpoint } from '#features/custom-shells/endpoints/shell-endpoint'
import { runFacts } from '#features/debris/shells/schemas'
import { instant, named, quantity } from '#kernel/endpoint/schemas'
import { iso } from '#kernel/kit/time'

const change = v.strictObject({
  ...stepEdges,
  delta_objects: quantity('Change of the time-averaged number of objects', 1.8),
})

/** Serves the change of a custom shell between the last two nightly runs. */
export const customShellDiff = runEndpoint({
  below: '/diff',
  operationId: 'getCustomShellDiff',
  summary: 'Change of a custom shell since the previous propagation',
  response: 'Change of each altitude step',
  missing: 'There is no previous run of this custom shell to compare with yet.',
  name: 'CustomShellDiff',
  members: {
    computed_at: runFacts.computed_at,
    previous_computed_at: instant('Time the previous run finished', '2026-11-20T03:19:00.000Z'),
    delta_objects: quantity('Change of the time-averaged number of objects in the whole shell', 4.2),
    steps: v.pipe(v.array(named('CustomShellChange', change)), v.description('Altitude steps, lowest first')),
  },
  async read({ shell: { id, grid }, context }, { id: runId, computedAt, previous }) {
    const { shells } = context.debris
    const before = previous && (await shells.readCustomShell(previous.id, id))
    const after = await shells.readCustomShell(runId, id)
    if (!previous || !before || !after) return undefined
    return {
      computed_at: iso(computedAt),
      previous_computed_at: iso(previous.computedAt),
      ...customChange(before, after, grid),
    }
  },
})
