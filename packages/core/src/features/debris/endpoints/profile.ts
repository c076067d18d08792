import * as v from 'valibot'
import { shellTotals } from '#features/debris/density/shell-density'
import { shellCount, shellVolumeKm3 } from '#features/debris/density/shell-grid'
import { daySamples } from '#features/debris/diff/day-summary'
import { shellEndpoint } from '#features/debris/shells/published-run'
import {
  altitudeReference,
  meanObjects,
  objectsByKind,
  runFacts,
  runFactsOf,
  runMethod,
  runSource,
  shellEdges,
  shellEdgesOf,
  shellVolume,
} from '#features/debris/shells/schemas'
import { named } from '#kernel/endpoint/schemas'

const shell = v.strictObject({
  ...shellEdges,
  ...meanObjects,
  volume_km3: shellVolume,
  by_type: objectsByKind,
})

const data = v.strictObject({
  ...runFacts,
  altitude_reference: altitudeReference,
  method: runMethod,
  shells: v.pipe(v.array(named('ProfileShell', shell)), v.description('All shells, lowest first')),
  source: runSource,
})

/** Serves the totals of every shell, from the last nightly run. */
export const profile = shellEndpoint({
  missing: 'The shells have not been computed yet.',
  path: '/shell/profile',
  operationId: 'getShellProfile',
  summary: 'Density of catalogued objects in every shell, by altitude',
  description:
    'The totals of all shells of the last run, with the same values as `/shell/density/{alt}` for each ' +
    'shell, without bins.',
  data: named('ShellProfile', data),
  async read(run, _, { debris: { shells } }) {
    const day = await shells.readDay(run)
    return (
      day && {
        ...runFactsOf(run),
        altitude_reference: 'geocentric' as const,
        method: run.method,
        shells: Array.from({ length: shellCount(run.grid) }, (_, shell) => {
          const totals = shellTotals(daySamples(day, shell), shellVolumeKm3(run.grid, shell))
          return { ...shellEdgesOf(run.grid, shell), ...totals }
        }),
        source: run.source,
      }
    )
  },
})
