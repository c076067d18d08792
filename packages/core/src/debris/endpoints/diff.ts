import * as v from 'valibot'
import { objectType } from '#catalogue/endpoints/objects'
import { addedReasons, removedReasons } from '#debris/diff/diff'
import { fromPublishedRun, shellEndpoint } from '#debris/shells/published-run'
import { SHELL_VALID_MS } from '#debris/shells/shell-validity'
import { count, instant, named, oneOf, quantity, sourceLabel, text } from '#endpoint/schemas'
import { iso } from '#kit/time'

const listed = {
  norad_id: count('Catalogue number of the object', 100_000),
  name: text('Name in the public catalogue', 'SARAMAGO'),
  international_designator: v.nullable(text('COSPAR designator', '2026-067CY')),
  object_type: objectType,
  perigee_km: quantity('Perigee altitude, km', 490.1),
  apogee_km: quantity('Apogee altitude, km', 502.7),
  inclination_deg: quantity('Inclination, degrees', 97.47, 0, 180),
}
const added = v.strictObject({
  ...listed,
  reason: oneOf(
    'new: numbered since the previous run, above every number of earlier catalogues here; back: numbered ' +
      'before, so it has returned or has its first public elements only now',
    addedReasons,
  ),
})
const removed = v.strictObject({
  ...listed,
  reason: oneOf(
    'Whether SATCAT has a decay date for the object, or it disappeared without one',
    removedReasons,
  ),
})

const change = v.strictObject({
  altitude_min_km: count('Lower edge of the shell, km', 480),
  delta_objects: quantity('Change of the time-averaged number of objects', 1.8),
})

const data = v.strictObject({
  computed_at: instant('Time the current run finished'),
  previous_computed_at: instant('Time the previous run finished', '2026-11-20T03:19:00.000Z'),
  added_count: count('Number of objects added to the catalogue', 12),
  removed_count: count('Number of objects removed from the catalogue', 3),
  added: v.pipe(
    v.array(named('AddedObject', added)),
    v.maxLength(5_000),
    v.description('Objects added to the catalogue, by catalogue number'),
  ),
  removed: v.pipe(
    v.array(named('RemovedObject', removed)),
    v.maxLength(5_000),
    v.description('Objects removed from the catalogue, by catalogue number'),
  ),
  stale_count: count(
    'Number of catalogued objects with elements over 30 days old. They are not propagated, and count as ' +
      'neither added nor removed',
    1_204,
  ),
  net_by_shell: v.pipe(v.array(named('ShellChange', change)), v.description('Change of every shell')),
  truncated: v.pipe(
    v.boolean(),
    v.description('Whether a list was cut off at 5,000 objects'),
    v.examples([false]),
  ),
  source: sourceLabel('CelesTrak GP catalogue'),
})

const MISSING = 'There is no previous run to compare with yet.'

/** Serves the objects added to and removed from the catalogue between the last two nightly runs. */
export const diff = shellEndpoint(MISSING, {
  path: '/shell/diff',
  operationId: 'getShellDiff',
  summary: 'Objects added and removed since the previous propagation',
  tag: 'Shells',
  access: 'key',
  ttlMs: SHELL_VALID_MS,
  data: named('ShellDiff', data),
  source: fromPublishedRun<unknown, v.InferOutput<typeof data>>(MISSING, async (shells, run) => {
    const found = await shells.readDiff(run)
    if (!found || !run.previous) return undefined
    return {
      computed_at: iso(run.computedAt),
      previous_computed_at: iso(run.previous.computedAt),
      ...found,
      added: [...found.added],
      removed: [...found.removed],
      net_by_shell: [...found.net_by_shell],
      source: run.source,
    }
  }),
  problems: ['shell_not_populated', 'upstream_invalid', 'upstream_unavailable'],
})
