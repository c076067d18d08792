import { objectTypes } from '#catalogue/elements/element-set'
import type { EventKind } from '#catalogue/events/solar-event'
import type { LaunchStatus } from '#catalogue/launches/terms'
import { named, oneOf } from '#endpoint/schemas'

/** Meaning of each kind of event. */
export const eventKinds = {
  cme: 'Coronal mass ejection: a cloud of magnetised plasma that leaves the corona',
  flare: 'Solar flare: a burst of X-rays, classed by its peak flux',
  sep: 'Solar energetic particle event: a rise of energetic particles that instruments observed',
} as const satisfies Record<EventKind, string>

/** Meaning of each status of a launch. */
export const launchStatuses = {
  go: 'The launch time is confirmed by official or reliable sources',
  tbc: 'The date is known with some certainty and awaits confirmation',
  tbd: 'The date is a placeholder, or rests on unreliable sources',
  hold: 'The countdown is held',
  in_flight: 'The vehicle has lifted off, and the outcome is not known yet',
  success: 'The payload reached its target orbit',
  failure: 'The payload did not reach orbit',
  partial_failure: 'The payload reached another orbit than its target, or not all of it did',
  unknown: 'The upstream has a status that this service does not know',
} as const satisfies Record<LaunchStatus, string>

/** The kind of an object of the catalogue. */
export const objectType = named(
  'ObjectType',
  oneOf('Kind of object, as SATCAT has it, or else as its name tells', objectTypes),
)
