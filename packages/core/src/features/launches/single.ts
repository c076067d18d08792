import { launchLibraryBudgets } from '#features/launches/budgets'
import { type ListedLaunch, parseSingleLaunch } from '#features/launches/parse-launch'
import { launchProblems } from '#features/launches/problems'
import { days, hours } from '#kernel/kit/time'
import { upstream } from '#kernel/upstreams/upstream'

/** A launch by its id. */
export interface LaunchId {
  readonly launch_id: string
}

/** One launch at any time, past or future. */
export const singleLaunch = upstream<LaunchId, ListedLaunch>({
  id: 'launch-library-launch',
  provider: 'launch-library',
  label: 'launch',
  target: ({ launch_id }) => `/2.3.0/launches/${launch_id}/?mode=normal`,
  // Long March 7 with Tianzhou-10, a past launch.
  probeParams: { launch_id: 'a5872822-76df-404b-93d0-9ecd7ba80a70' },
  parse: parseSingleLaunch,
  newestAt: () => null,
  cadenceMs: days(1),
  // An unknown path returns a page.
  interpretResponse: ({ status, body }) =>
    status === 404 && /^\s*\{\s*"detail"/.test(body) ? { is: 'absent' } : undefined,
  problemIfAbsent: launchProblems.launch_not_found,
  budgets: launchLibraryBudgets({ name: 'launch-library:single', calls: 4, perMs: hours(1) }),
})
