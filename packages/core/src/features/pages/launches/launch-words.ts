import type { LaunchStatus } from '#features/launches/terms'
import type { PlannedLaunch } from '#features/pages/planned-launches'
import { type Html, html } from '#features/shared/page/html'

/** The statuses of launches in words. */
const STATUS_WORDS: Readonly<Record<LaunchStatus, string>> = {
  go: 'go',
  tbc: 'to be confirmed',
  tbd: 'to be determined',
  hold: 'on hold',
  in_flight: 'in flight',
  success: 'success',
  failure: 'failure',
  partial_failure: 'partial failure',
  unknown: 'unknown',
}

/** Renders the status as a pill. */
export function statusPill({ status }: Pick<PlannedLaunch, 'status'>): Html {
  return html`<span class="state ${status}">${STATUS_WORDS[status]}</span>`
}

/** Returns the known facts of vehicle, provider and orbit: `Falcon 9 Block 5 · SpaceX · Low Earth Orbit`. */
export function launchFacts({ vehicle, provider, orbit }: PlannedLaunch): string {
  return [vehicle, provider, orbit].filter((each) => each !== null).join(' · ')
}

/** Returns the mission, or the whole name if there is no mission. */
export function missionName({ mission, name }: PlannedLaunch): string {
  return mission ?? name
}

/** Returns the pad with its site; `null` if none is known. */
export function padName({ pad }: PlannedLaunch): string | null {
  const names = [pad?.name, pad?.location].filter((each) => typeof each === 'string')
  return names.length > 0 ? names.join(', ') : null
}
