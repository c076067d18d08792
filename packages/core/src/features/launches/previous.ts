import { launchLibraryBudgets } from '#features/launches/budgets'
import { type ListedLaunch, newestEdit, parseLaunches } from '#features/launches/parse-launch'
import { days, hours } from '#kernel/kit/time'
import { upstream } from '#kernel/upstreams/upstream'

/** Launches per page, the maximum of Launch Library. */
export const PREVIOUS_PAGE = 100

/** The last hundred launches, the newest first: some three months, as of 2026. */
export const previousLaunches = upstream<unknown, readonly ListedLaunch[]>({
  id: 'launch-library-previous',
  provider: 'launch-library',
  label: 'past launches',
  target: () => `/2.3.0/launches/previous/?limit=${PREVIOUS_PAGE}&mode=normal`,
  probeParams: undefined,
  parse: parseLaunches,
  newestAt: newestEdit,
  // Most days have a launch, and its record is edited for hours.
  cadenceMs: days(1),
  budgets: launchLibraryBudgets({ name: 'launch-library:previous', calls: 3, perMs: hours(1) }),
})
