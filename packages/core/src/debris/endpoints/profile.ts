import * as v from 'valibot'
import { shellTotals } from '#debris/density/shell-density'
import { shellCount, shellEdgesKm, shellVolumeKm3 } from '#debris/density/shell-grid'
import { daySamples } from '#debris/diff/day-summary'
import { fromPublishedRun, shellEndpoint } from '#debris/shells/published-run'
import {
  altitudeReference,
  meanObjects,
  objectsByKind,
  runFacts,
  runMethod,
  runSource,
  shellEdges,
  shellVolume,
} from '#debris/shells/schemas'
import { SHELL_VALID_MS } from '#debris/shells/shell-validity'
import { named } from '#endpoint/schemas'
import { iso } from '#kit/time'

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

const MISSING = 'The shells have not been computed yet.'

/** Serves the totals of every shell, from the last nightly run. */
export const profile = shellEndpoint(MISSING, {
  path: '/shell/profile',
  operationId: 'getShellProfile',
  summary: 'Density of catalogued objects in every shell, by altitude',
  description:
    'The totals of all shells of the last run, the same as in `/shell/density/{alt}` shell by shell, without bins.',
  tag: 'Shells',
  access: 'key',
  ttlMs: SHELL_VALID_MS,
  data: named('ShellProfile', data),
  source: fromPublishedRun<unknown, v.InferOutput<typeof data>>(MISSING, async (shells, run) => {
    const day = await shells.readDay(run)
    return (
      day && {
        computed_at: iso(run.computedAt),
        catalogue_epoch: iso(run.t0),
        catalogue_objects: run.counts.used,
        altitude_reference: 'geocentric' as const,
        method: run.method,
        shells: Array.from({ length: shellCount(run.grid) }, (_, shell) => {
          const { lowerKm, upperKm } = shellEdgesKm(run.grid, shell)
          const totals = shellTotals(daySamples(day, shell), shellVolumeKm3(run.grid, shell))
          return { altitude_min_km: lowerKm, altitude_max_km: upperKm, ...totals }
        }),
        source: run.source,
      }
    )
  }),
  problems: ['shell_not_populated', 'upstream_invalid', 'upstream_unavailable'],
})
