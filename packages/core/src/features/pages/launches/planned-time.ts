import type { PlannedLaunch } from '#features/pages/planned-launches'
import { formatDay, formatTime } from '#features/shared/page/timestamps'

/** Formats the planned time below its day: `14:05`, `time open`, `December 2026`, `Q1 2027`. */
export function plannedTime({ at, knownTo, text }: PlannedLaunch): string {
  if (knownTo === 'time') return formatTime(at)
  return knownTo === 'day' ? 'time open' : text
}

/** Returns the heading under which a launch is listed: its day, or `Day not known`. */
export function plannedDay({ at, knownTo }: PlannedLaunch): string {
  return knownTo === 'period' ? 'Day not known' : formatDay(at)
}
