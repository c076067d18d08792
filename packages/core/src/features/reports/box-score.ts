import type { CountsByType, DaySummary } from '#features/debris/diff/day-summary'
import { objectTypes } from '#features/objects/elements/element-set'
import { ownerName } from '#features/objects/satcat/satcat-owners'
import type { MonthlyReport } from '#features/reports/report'

const NONE: CountsByType = { payload: 0, rocket_body: 0, debris: 0, unknown: 0 }

/** Returns the numbers of catalogued objects by type and by owner, owners with the most objects first. */
export function boxScore(start: DaySummary, end: DaySummary): MonthlyReport['box_score'] {
  const between = (count: (summary: DaySummary) => number) => {
    return { start: count(start), end: count(end), change: count(end) - count(start) }
  }
  return {
    total: between(({ byType }) => sumOf(byType)),
    by_type: {
      payload: between(({ byType }) => byType.payload),
      rocket_body: between(({ byType }) => byType.rocket_body),
      debris: between(({ byType }) => byType.debris),
      unknown: between(({ byType }) => byType.unknown),
    },
    by_owner: ownersOf(start, end),
  }
}

function ownersOf(start: DaySummary, end: DaySummary): MonthlyReport['box_score']['by_owner'] {
  const owners = new Set([...Object.keys(start.byOwner), ...Object.keys(end.byOwner)])
  return [...owners]
    .map((owner) => {
      const [was, is] = [start.byOwner[owner] ?? NONE, end.byOwner[owner] ?? NONE]
      return { owner, owner_name: ownerName(owner), ...is, total: sumOf(is), change: sumOf(is) - sumOf(was) }
    })
    .sort((one, other) => other.total - one.total || (one.owner < other.owner ? -1 : 1))
}

function sumOf(counts: CountsByType): number {
  return objectTypes.reduce((sum, type) => sum + counts[type], 0)
}
