import { launchesIcs } from '#catalogue/launches/endpoints/calendar'
import { launchById } from '#catalogue/launches/endpoints/launch'
import { previous } from '#catalogue/launches/endpoints/previous'
import { referenceLaunchStatuses } from '#catalogue/launches/endpoints/ref-launch-statuses'
import { upcoming } from '#catalogue/launches/endpoints/upcoming'
import { people } from '#catalogue/people/endpoints/people'
import type { Context } from '#endpoint/endpoint'
import type { Feature } from '#endpoint/feature'
import type { PayloadsOf } from '#endpoint/payloads'

const endpoints = [upcoming, previous, launchById, launchesIcs, people, referenceLaunchStatuses] as const

/** Launches, and the people in space. */
export const launches: Feature<Context, LaunchesPayloads> = {
  name: 'launches',
  endpoints,
  later: [() => import('#catalogue/launches/calendar')],
}

/** Payloads by path. */
export interface LaunchesPayloads extends PayloadsOf<typeof endpoints> {}
