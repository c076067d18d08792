import { launchLibraryBudgets } from '#features/launches/budgets'
import { type ListedLaunch, newestEdit, parseLaunches } from '#features/launches/parse-launch'
import { hours } from '#kernel/kit/time'
import { upstream } from '#kernel/upstreams/upstream'

/**
 * The upcoming launches and the launches of the last 24 hours, a hundred in total. Launch Library can filter
 * by `net`, but not by the end of the window.
 */
export const upcomingLaunches = upstream<unknown, readonly ListedLaunch[]>({
  id: 'launch-library-upcoming',
  provider: 'launch-library',
  label: 'upcoming launches',
  target: () => '/2.3.0/launches/upcoming/?limit=100&mode=normal',
  probeParams: undefined,
  parse: parseLaunches,
  newestAt: newestEdit,
  cadenceMs: hours(8),
  budgets: launchLibraryBudgets(),
})
