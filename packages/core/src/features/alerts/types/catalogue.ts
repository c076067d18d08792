import * as v from 'valibot'
import { alertType, observation, readPath, source } from '#features/alerts/alert-type'
import { addedReasons, removedReasons } from '#features/debris/diff/diff-schemas'
import { objectTypes } from '#features/objects/elements/element-set'
import { count, instant, named, oneOf, orNull, quantity, text } from '#kernel/endpoint/schemas'

/** Longest list of objects in an alert. */
export const MAX_LISTED = 100

const identity = {
  norad_id: count('Catalogue number of the object', 25544),
  name: text('Name in the public catalogue', 'ISS (ZARYA)'),
}

/** A watched object with new elements. */
export const elementsUpdated = alertType('object.elements_updated', {
  audience: 'watchers',
  title: 'ElementsUpdated',
  summary: 'A watched object has elements of a newer epoch.',
  entries: {
    ...identity,
    epoch: instant('Epoch of the elements', '2026-08-06T01:17:37.872384Z'),
    previous_epoch: instant('Epoch of the previous elements', '2026-08-05T17:02:11.104512Z'),
    mean_motion_rev_per_day: quantity('Mean motion, revolutions per day', 15.49359774, 0, 20),
    eccentricity: quantity('Eccentricity', 0.00072161, 0, 1),
    inclination_deg: quantity('Inclination, degrees', 51.6321, 0, 180),
    apogee_km: quantity('Apogee altitude, km', 423.502),
    perigee_km: quantity('Perigee altitude, km', 413.693),
    ...observation('/v1/objects/25544'),
  },
})

/** A watched object that is no longer in orbit. */
export const objectDecayed = alertType('object.decayed', {
  audience: 'watchers',
  title: 'ObjectDecayed',
  summary:
    'A watched object has a decay date, or had no elements for an hour after an orbit below 200 by 400 km. ' +
    'Such an orbit lasts a few days at most.',
  entries: {
    ...identity,
    reason: oneOf(
      'decay_date: SATCAT has a decay date; not_found: elements no longer published after a very low orbit',
      ['decay_date', 'not_found'],
    ),
    decay_date: v.nullable(text('UTC date of the decay, from SATCAT; null if unknown', '2026-11-20')),
    last_epoch: instant('Epoch of the last elements', '2026-11-19T21:40:12.000000Z'),
    ...observation('/v1/objects/25544'),
  },
})

/** A watched object without elements that is not known to have decayed. */
export const objectMissing = alertType('object.missing', {
  audience: 'watchers',
  title: 'ObjectMissing',
  summary:
    'No elements of a watched object have been published for an hour. The object is lost, withheld or ' +
    'renumbered, or has decayed and has no decay date yet.',
  entries: {
    ...identity,
    last_epoch: instant('Epoch of the last elements', '2026-11-19T21:40:12.000000Z'),
    last_perigee_km: quantity('Perigee altitude according to the last elements, km', 413.693),
    last_apogee_km: quantity('Apogee altitude according to the last elements, km', 423.502),
    missing_since: instant('Time since which no elements have been published', '2026-11-20T04:00:00.000Z'),
    ...observation('/v1/objects/25544'),
  },
})

const listed = {
  ...identity,
  international_designator: orNull(text('COSPAR designator', '2026-067CY')),
  object_type: oneOf('Kind of object', objectTypes),
}
const addedObject = v.strictObject({
  ...listed,
  reason: oneOf(
    'Whether the object was numbered since the previous run (new) or earlier (back)',
    addedReasons,
  ),
})
const removedObject = v.strictObject({
  ...listed,
  reason: oneOf('Whether the object has a decay date (decayed) or not (gone)', removedReasons),
})
const run = {
  truncated: v.pipe(
    v.boolean(),
    v.description('Whether the list is truncated; /shell/diff has more'),
    v.examples([false]),
  ),
  computed_at: instant('Time the catalogue was compared with the catalogue of the previous run'),
  previous_computed_at: instant('Time of the previous run', '2026-11-20T03:19:00.000Z'),
  source,
  url: readPath('/shell/diff'),
}

/** Objects that were added to the catalogue. */
export const objectsAdded = alertType('catalogue.objects_added', {
  title: 'ObjectsAdded',
  summary: 'The nightly comparison of catalogues has found added objects.',
  entries: {
    added_count: count('Number of objects added', 12),
    new_count: count('Number of objects in /shell/diff that were numbered since the previous run', 11),
    objects: v.pipe(
      v.array(named('ListedAddedObject', addedObject)),
      v.maxLength(MAX_LISTED),
      v.description('First objects by catalogue number'),
    ),
    ...run,
  },
})

/** Objects that have left the catalogue. */
export const objectsRemoved = alertType('catalogue.objects_removed', {
  title: 'ObjectsRemoved',
  summary: 'The nightly comparison of catalogues has found removed objects.',
  entries: {
    removed_count: count('Number of objects removed', 3),
    decayed_count: count('Number of objects in /shell/diff with a decay date', 2),
    objects: v.pipe(
      v.array(named('ListedRemovedObject', removedObject)),
      v.maxLength(MAX_LISTED),
      v.description('First objects by catalogue number'),
    ),
    ...run,
  },
})

/** Debris objects of one old launch, all numbered since the previous run. */
export const debrisClusterAdded = alertType('catalogue.debris_cluster_added', {
  title: 'DebrisClusterAdded',
  summary:
    'At least 10 debris objects of one launch older than 30 days were numbered since the previous run. The ' +
    'alert concerns only the catalogue: a break-up may have occurred weeks before, or not at all.',
  entries: {
    launch: text('International designator of the launch', '1982-092'),
    pieces_count: count('Number of debris objects of that launch numbered since the previous run', 25),
    threshold_count: count('Minimum number for an alert', 10),
    background_per_run: quantity(
      'Mean number of new debris objects of that launch per run in earlier runs',
      0.4,
      0,
    ),
    perigee_min_km: quantity('Lowest perigee altitude of these objects, km', 430.2),
    apogee_max_km: quantity('Highest apogee altitude of these objects, km', 1_210.5),
    objects: v.pipe(
      v.array(named('ListedObject', v.strictObject(listed))),
      v.maxLength(MAX_LISTED),
      v.description('First of these objects by catalogue number'),
    ),
    ...run,
  },
})

/** A shell whose number of objects has changed. */
export const densityChanged = alertType('shell.density_changed', {
  audience: 'watchers',
  title: 'DensityChanged',
  summary:
    'The number of objects in a shell, or in an altitude step of a custom shell, differs by at least 20 % ' +
    'and 5 objects from its mean over about 30 runs.',
  entries: {
    altitude_min_km: count('Lower edge of the shell, km', 780),
    altitude_max_km: count('Upper edge of the shell, km', 790),
    objects_total: quantity('Mean number of objects in the shell over 24 hours', 512.3, 0),
    mean_objects_total: quantity('Exponential mean of that number over about 30 runs', 404.2, 0),
    change_percent: quantity('Difference from that mean, percent', 26.7),
    threshold_percent: quantity('Minimum difference for an alert, percent', 20),
    mean_density_per_km3: quantity('Mean density of the shell, objects per km³', 7.6e-8, 0),
    computed_at: instant('Time the run finished'),
    source,
    url: readPath('/shell/density/780'),
    shell_id: orNull(text('Id of the custom shell; null for a public shell', 'shl_4tQ9wLx2Vb7Rk1NsE6Zc')),
    name: orNull(text('Name of the custom shell; null for a public shell', 'Starlink and its neighbours')),
  },
})
