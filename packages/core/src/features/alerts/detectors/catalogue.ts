import type { AlertFacts } from '#features/alerts/alert'
import { factsOf } from '#features/alerts/alert-type'
import type { Detector } from '#features/alerts/detector'
import { type ClusterState, findClusters } from '#features/alerts/detectors/debris-clusters'
import { type Comparison, listedOf } from '#features/alerts/detectors/listed-objects'
import { objectsAdded, objectsRemoved } from '#features/alerts/types/catalogue'
import type { ListedObject } from '#features/debris/diff/diff-schemas'

interface State {
  /** The last comparison read; `null` before the first. */
  readonly computedAt: string | null
  readonly clusters: ClusterState
}

/** Reports each nightly comparison of catalogues once: objects added, objects removed, clusters of debris. */
export const catalogue: Detector<State, Comparison> = {
  id: 'catalogue',
  initial: { computedAt: null, clusters: { marks: [], background: {}, reported: {} } },
  detect(before, comparison) {
    const { computed_at, added_count, removed_count } = comparison
    if (before.computedAt !== null && computed_at <= before.computedAt) return { state: before, alerts: [] }
    const clusters = findClusters(before.clusters, comparison)
    if (before.computedAt === null) {
      const unsent = { ...clusters.state, reported: {} }
      return { state: { computedAt: computed_at, clusters: unsent }, alerts: [] }
    }
    return {
      state: { computedAt: computed_at, clusters: clusters.state },
      alerts: [
        ...(added_count > 0 ? [added(comparison)] : []),
        ...(removed_count > 0 ? [removed(comparison)] : []),
        ...clusters.alerts,
      ],
    }
  },
}

function added(comparison: Comparison): AlertFacts {
  const { added_count, added } = comparison
  const new_count = added.filter(({ reason }) => reason === 'new').length
  const data = { added_count, new_count, ...listOf(added, added_count), ...runOf(comparison) }
  return factsOf(objectsAdded, { ...factsOfRun(comparison), data })
}

function removed(comparison: Comparison): AlertFacts {
  const { removed_count, removed } = comparison
  const decayed_count = removed.filter(({ reason }) => reason === 'decayed').length
  const data = { removed_count, decayed_count, ...listOf(removed, removed_count), ...runOf(comparison) }
  return factsOf(objectsRemoved, { ...factsOfRun(comparison), data })
}

function listOf<T extends ListedObject>(all: readonly T[], count: number) {
  const { objects, truncated } = listedOf(all)
  return { objects, truncated: truncated || objects.length < count }
}

function factsOfRun({ computed_at }: Comparison) {
  return { subject: 'catalogue', at: Date.parse(computed_at) }
}

function runOf({ computed_at, previous_computed_at, source }: Comparison) {
  return { computed_at, previous_computed_at, source, url: '/shell/diff' }
}
