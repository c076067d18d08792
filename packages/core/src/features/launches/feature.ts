import { launchesIcs } from '#features/launches/endpoints/calendar'
import { launchById } from '#features/launches/endpoints/launch'
import { previous } from '#features/launches/endpoints/previous'
import { referenceLaunchStatuses } from '#features/launches/endpoints/ref-launch-statuses'
import { upcoming } from '#features/launches/endpoints/upcoming'
import { people } from '#features/launches/people/endpoints/people'
import type { Context } from '#kernel/endpoint/endpoint'
import type { Feature } from '#kernel/endpoint/feature'
import type { PayloadsOf } from '#kernel/endpoint/payloads'

const endpoints = [upcoming, previous, launchById, launchesIcs, people, referenceLaunchStatuses] as const

/** Launches, and the people in space. */
export const launches: Feature<Context, LaunchesPayloads> = {
  name: 'launches',
  endpoints,
  later: [() => import('#features/launches/calendar')],
}

/** Payloads by path. */
export interface LaunchesPayloads extends PayloadsOf<typeof endpoints> {}
