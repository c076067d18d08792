import * as v from 'valibot'
import { alertType, observation } from '#alerts/alert-type'
import { objectPass, sight } from '#catalogue/sky/pass-schemas'
import { count, quantity } from '#endpoint/schemas'

/** A watched object that is about to rise above a watched place. */
export const passUpcoming = alertType('pass.upcoming', {
  audience: 'watchers',
  title: 'PassUpcoming',
  summary:
    'A watched object is about to rise above a watched place, in a pass that is as high and, if so wanted, as ' +
    'visible as the webhook wants it: once for each pass.',
  entries: {
    ...objectPass.entries,
    rise: sight,
    latitude_deg: quantity('Latitude of the place as computed with, degrees', 60.17, -90, 90),
    longitude_deg: quantity('Longitude of the place as computed with, degrees', 24.94, -180, 180),
    min_elevation_deg: quantity('The least highest elevation for an alert, degrees', 10, 0, 89),
    minutes_before: count('How many minutes before the rise the alert is sent, or later if found later', 10),
    only_visible: v.pipe(
      v.boolean(),
      v.description('Whether it must be visible for one'),
      v.examples([true]),
    ),
    ...observation('/v1/objects/25544/passes?latitude=60.17&longitude=24.94'),
  },
})
