import * as v from 'valibot'
import { alertType, observation } from '#features/alerts/alert-type'
import { objectPass, sight } from '#features/passes/pass-schemas'
import { count, quantity } from '#kernel/endpoint/schemas'

/** A watched object that is about to rise over a watched location. */
export const passUpcoming = alertType('pass.upcoming', {
  audience: 'watchers',
  title: 'PassUpcoming',
  summary:
    'A watched object is about to rise over a watched location, in a pass with at least the elevation and, ' +
    'if requested, the visibility that the webhook requires. Sent once per pass.',
  entries: {
    ...objectPass.entries,
    rise: sight,
    latitude_deg: quantity('Latitude used for the computation, degrees', 60.17, -90, 90),
    longitude_deg: quantity('Longitude used for the computation, degrees', 24.94, -180, 180),
    min_elevation_deg: quantity('Minimum elevation of the highest point for an alert, degrees', 10, 0, 89),
    minutes_before: count(
      'Minutes before the rise at which the alert is sent; it may be sent later if the pass is found later',
      10,
    ),
    only_visible: v.pipe(
      v.boolean(),
      v.description('Whether only visible passes trigger an alert'),
      v.examples([true]),
    ),
    ...observation('/v1/objects/25544/passes?latitude=60.17&longitude=24.94'),
  },
})
