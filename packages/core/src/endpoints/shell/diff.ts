import * as v from 'valibot'
import { count, instant, oneOf, quantity, sourceLabel, text } from '#declare/schemas'
import { published, shellEndpoint } from '#endpoints/shell/published'
import { addedReasons, removedReasons } from '#orbit/diff'
import { objectTypes } from '#orbit/element-set'
import { VALID_MS } from '#store/shells'
import { iso } from '#time'

const listed = {
  norad_id: count('Catalogue number of the object', 100_000),
  name: text('Name in the public catalogue', 'SARAMAGO'),
  international_designator: v.nullable(text('COSPAR designator', '2026-067CY')),
  object_type: oneOf('Kind of object', objectTypes),
  perigee_km: quantity('Perigee height, km', 490.1),
  apogee_km: quantity('Apogee height, km', 502.7),
  inclination_deg: quantity('Inclination, degrees', 97.47, 0, 180),
}
const added = v.strictObject({
  ...listed,
  reason: oneOf('Whether it is in the catalogue for the first time that is known, or back', addedReasons),
})
const removed = v.strictObject({
  ...listed,
  reason: oneOf('Whether SATCAT has the date of its decay, or it is gone without one', removedReasons),
})

const data = v.strictObject({
  computed_at: instant('When the current run was finished'),
  previous_computed_at: instant('When the run before it was finished', '2026-11-20T03:19:00.000Z'),
  added_count: count('Objects that have come into the catalogue', 12),
  removed_count: count('Objects that have left the catalogue', 3),
  added: v.pipe(
    v.array(added),
    v.maxLength(5_000),
    v.description('Objects that have come into the catalogue, by catalogue number'),
  ),
  removed: v.pipe(
    v.array(removed),
    v.maxLength(5_000),
    v.description('Objects that have left the catalogue, by catalogue number'),
  ),
  stale_count: count(
    'Objects of the catalogue whose elements are over 30 days old: not propagated, and neither added nor removed by that',
    1_204,
  ),
  net_by_shell: v.pipe(
    v.array(
      v.strictObject({
        altitude_min_km: count('Lower edge of the shell, km', 480),
        delta_objects: quantity('Change of the time-averaged number of objects', 1.8),
      }),
    ),
    v.description('Change per shell'),
  ),
  truncated: v.pipe(v.boolean(), v.description('Whether a list was cut at 5,000'), v.examples([false])),
  source: sourceLabel('CelesTrak GP catalogue'),
})

const MISSING = 'There are not two runs to compare yet.'

/** Objects that came into the catalogue and left it between the last two nightly runs. */
export const diff = shellEndpoint(MISSING, {
  path: '/shell/diff',
  summary: 'Objects added and removed since the previous propagation',
  tag: 'Shells',
  access: 'key',
  ttlMs: VALID_MS,
  data,
  source: published<unknown, v.InferOutput<typeof data>>(MISSING, async (shells, run) => {
    const found = await shells.diff(run)
    if (!found || !run.previous) return undefined
    return {
      computed_at: iso(run.computed_at),
      previous_computed_at: iso(run.previous.computed_at),
      ...found,
      added: [...found.added],
      removed: [...found.removed],
      net_by_shell: [...found.net_by_shell],
      source: run.source,
    }
  }),
  problems: ['shell_not_populated', 'upstream_invalid', 'upstream_unavailable'],
})
