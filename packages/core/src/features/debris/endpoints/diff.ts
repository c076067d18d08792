import * as v from 'valibot'
import { addedObject, removedObject, shellChange } from '#features/debris/diff/diff-schemas'
import { shellEndpoint } from '#features/debris/shells/published-run'
import { count, instant, named, sourceLabel } from '#kernel/endpoint/schemas'
import { iso } from '#kernel/kit/time'

const data = v.strictObject({
  computed_at: instant('Time the current run finished'),
  previous_computed_at: instant('Time the previous run finished', '2026-11-20T03:19:00.000Z'),
  added_count: count('Number of objects added to the catalogue', 12),
  removed_count: count('Number of objects removed from the catalogue', 3),
  added: v.pipe(
    v.array(named('AddedObject', addedObject)),
    v.maxLength(5_000),
    v.description('Objects added to the catalogue, by catalogue number'),
  ),
  removed: v.pipe(
    v.array(named('RemovedObject', removedObject)),
    v.maxLength(5_000),
    v.description('Objects removed from the catalogue, by catalogue number'),
  ),
  stale_count: count(
    'Number of catalogued objects with elements over 30 days old. They are not propagated, and count as ' +
      'neither added nor removed',
    1_204,
  ),
  net_by_shell: v.pipe(v.array(named('ShellChange', shellChange)), v.description('Change of every shell')),
  truncated: v.pipe(
    v.boolean(),
    v.description('Whether a list was truncated to 5,000 objects'),
    v.examples([false]),
  ),
  source: sourceLabel('CelesTrak GP catalogue'),
})

/** Serves the objects added to and removed from the catalogue between the last two nightly runs. */
export const diff = shellEndpoint({
  missing: 'There is no previous run to compare with yet.',
  path: '/shell/diff',
  operationId: 'getShellDiff',
  summary: 'Objects added and removed since the previous propagation',
  data: named('ShellDiff', data),
  async read(run, _, { debris: { shells } }) {
    const found = await shells.readDiff(run)
    if (!found || !run.previous) return undefined
    return {
      computed_at: iso(run.computedAt),
      previous_computed_at: iso(run.previous.computedAt),
      ...found,
      source: run.source,
    }
  },
})
