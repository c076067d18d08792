import * as v from 'valibot'
import { alertType, observation } from '#features/alerts/alert-type'
import { launchStatusNames, netPrecisions } from '#features/launches/terms'
import { instant, oneOf, orNull, text } from '#kernel/endpoint/schemas'

const launch = {
  launch_id: text('Launch id in Launch Library 2', 'a5872822-76df-404b-93d0-9ecd7ba80a70'),
  name: text('Vehicle and mission', 'Long March 7 | Tianzhou-10'),
  status: oneOf('State of the launch: see /ref/launch-statuses', launchStatusNames),
  net: instant('Planned launch time (no earlier than), with the precision net_precision'),
  net_precision: orNull(oneOf('Precision of net; null if unknown', netPrecisions)),
  provider: orNull(text('Launch provider', 'China Aerospace Science and Technology Corporation')),
  vehicle: orNull(text('Launch vehicle', 'Long March 7')),
  mission: orNull(text('Name of the mission', 'Tianzhou-10')),
  location: orNull(text('Launch site', 'Wenchang Space Launch Site, People’s Republic of China')),
  ...observation('/v1/launches/upcoming'),
}

/** A launch that was added to the list. */
export const launchScheduled = alertType('launch.scheduled', {
  title: 'LaunchScheduled',
  summary: 'A launch has been added to the upcoming launches.',
  entries: launch,
})

/** A launch whose planned time has changed. */
export const launchNetChanged = alertType('launch.net_changed', {
  title: 'LaunchNetChanged',
  summary: 'The planned time of a launch has changed by more than its published precision.',
  entries: {
    ...launch,
    previous_net: instant('Previous planned launch time'),
    previous_net_precision: orNull(oneOf('Precision of previous_net; null if unknown', netPrecisions)),
  },
})

/** A launch whose status has changed. */
export const launchStatusChanged = alertType('launch.status_changed', {
  title: 'LaunchStatusChanged',
  summary:
    'The status of a launch has changed. The status is null if the launch has left the list of upcoming ' +
    'launches after its planned time, as that list does not include outcomes.',
  entries: {
    ...launch,
    status: v.pipe(
      v.nullable(v.picklist(launchStatusNames)),
      v.description('State of the launch; null once it has left the list of upcoming launches'),
      v.examples(['in_flight']),
    ),
    previous_status: orNull(
      oneOf('Previous state; null if the launch was not in the list', launchStatusNames),
    ),
  },
})
