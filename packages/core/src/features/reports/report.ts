import * as v from 'valibot'
import { objectTypes } from '#features/objects/elements/element-set'
import { collisions, list } from '#features/reports/collisions-schema'
import { count, instant, named, oneOf, orNull, quantity, text } from '#kernel/endpoint/schemas'

const day = (description: string, example = '2026-11-01') => text(`${description}, UTC`, example)

const texts = (description: string, example: string[]) =>
  v.pipe(v.array(v.string()), v.description(description), v.examples([example]))

const numbers = (description: string, example: number[]) =>
  v.pipe(v.array(v.number()), v.description(description), v.examples([example]))

const change = (description: string, example: number) =>
  v.pipe(v.number(), v.integer(), v.description(description), v.examples([example]))

const counted = named(
  'ReportChange',
  v.strictObject({
    start: count('Catalogued objects on `start_day`', 34_111),
    end: count('Catalogued objects on the last day', 34_123),
    change: change('Change of catalogued objects', 12),
  }),
)

const owner = v.strictObject({
  owner: text('SATCAT owner code; empty if unknown', 'US'),
  owner_name: orNull(text('Name of the owner; null if unknown', 'United States')),
  payload: count('Payloads on the last day', 10_230),
  rocket_body: count('Rocket bodies on the last day', 702),
  debris: count('Debris on the last day', 4_410),
  unknown: count('Objects of unknown type on the last day', 0),
  total: count('All objects on the last day', 15_342),
  change: change('Change over the month', 212),
})

const object = {
  norad_id: count('Catalogue number of the object', 100_000),
  name: text('Name in the public catalogue', 'SARAMAGO'),
  international_designator: orNull(text('COSPAR designator', '2026-067CY')),
  object_type: oneOf('Kind of object', objectTypes),
}

const launch = v.strictObject({
  launch: text('International designator of the launch', '2026-221'),
  launch_date: day('Date of the launch', '2026-11-04'),
  owners: texts('SATCAT owner codes of the objects of the launch', ['US']),
  objects_count: count('Objects of the launch in the catalogue on the last day', 24),
})

const decay = v.strictObject({
  ...object,
  decay_date: orNull(day('Date of the decay, from SATCAT; null if SATCAT has none yet', '2026-11-09')),
})

const shell = v.strictObject({
  altitude_min_km: count('Lower edge of the shell, km', 550),
  altitude_max_km: count('Upper edge of the shell, km', 560),
  objects_start: quantity('Mean number of objects in the shell, `start_day`', 1_012.1, 0),
  objects_end: quantity('Mean number of objects in the shell, last day', 1_034.7, 0),
  density_start_per_km3: quantity('Mean density on `start_day`, per km³', 1.6e-7, 0),
  density_end_per_km3: quantity('Mean density on the last day, per km³', 1.65e-7, 0),
  constellation_objects_end: quantity(
    'Mean number of satellites of constellations among the objects, last day',
    805.2,
    0,
  ),
  density_end_without_constellations_per_km3: quantity(
    'Mean density without satellites of constellations, last day, per km³',
    3.66e-8,
    0,
  ),
})

const cluster = v.strictObject({
  launch: text('International designator of the launch', '1982-092'),
  parent_name: orNull(text('Name under which the debris is catalogued; null if it has none', 'COSMOS 1408')),
  owner: orNull(text('SATCAT owner code', 'CIS')),
  added_count: count('Number of debris objects numbered in the month', 25),
  total_count: count('Number of objects of the launch in the catalogue on the last day', 31),
  pieces: v.pipe(
    v.array(
      named(
        'GabbardPoint',
        v.strictObject({
          norad_id: count('Catalogue number of the object', 100_200),
          period_min: quantity('Orbital period, minutes', 94.2, 0),
          perigee_km: quantity('Perigee altitude, km', 430.2),
          apogee_km: quantity('Apogee altitude, km', 610.5),
        }),
      ),
    ),
    v.description('Orbits of the objects of the launch on the last day, for a Gabbard plot'),
  ),
})

const coverage = v.strictObject({
  altitude_min_km: count('Lower edge of the shells, km', 150),
  altitude_max_km: count('Upper edge of the shells, km', 2_010),
  objects_in_shells: quantity('Mean number of objects in the shells', 26_804.3, 0),
  objects_below: quantity('Mean number of objects below the shells', 12.1, 0),
  objects_above: quantity('Mean number of objects above the shells', 5_811.2, 0),
  above_percent: quantity('Share of the catalogue above the shells, percent', 17, 0, 100),
  objects_not_propagated: quantity(
    'Number of objects without a position, because their elements are over 30 days old or rejected by SGP4',
    1_535.4,
    0,
  ),
})

const notAttributed = v.strictObject({
  from: orNull(day('Day of the run used for the comparison; null if no longer known', '2026-09-30')),
  to: day('Day of the run in which the changes were found', '2026-11-09'),
  added_count: count('Objects added in between', 2_850),
  removed_count: count('Objects removed in between', 1_131),
})

/** Schema of the monthly debris report: the common model of its JSON, HTML, CSV and PDF forms. */
export const report = v.strictObject({
  month: text('Month of the report', '2026-11'),
  revision: count('Number of the revision, starting at 1', 1),
  generated_at: instant('Time the revision was generated'),
  catalogued_at: instant(
    'Fetch time of the catalogue used for launches and orbits; later entries change earlier months',
  ),
  source: text('Source of the catalogue', 'CelesTrak GP catalogue'),
  start_day: day(
    'Day of the figures at the start: the last day with a run in the three days before the month, or ' +
      'otherwise `first_day`',
    '2026-10-31',
  ),
  first_day: day('First day of the month that has a run'),
  last_day: day('Last day of the month that has a run', '2026-11-30'),
  days_with_data: count('Days of the month that have a run', 30),
  missing_days: texts('Days of the month without a run', []),
  not_attributed: list(
    'ChangesNotAttributed',
    notAttributed,
    'Changes over spans that begin before `start_day`; they are not included in any figure of this report',
  ),
  coverage: named('ReportCoverage', coverage),
  elements_age_median_days: orNull(
    quantity('Median age of the elements at `catalogued_at`, days; null without objects', 0.42),
  ),
  box_score: named(
    'ReportBoxScore',
    v.strictObject({
      total: counted,
      by_type: named('ReportChangesByType', v.strictObject(v.entriesFromList(objectTypes, counted))),
      by_owner: list('OwnerCount', owner, 'Owners, largest number of objects first'),
    }),
  ),
  launches: list('ReportLaunch', launch, 'Launches of the month with catalogued objects, by date'),
  returned_count: count(
    'Number of added objects that had been numbered before, because they were lost and found again, or ' +
      'published late',
    12,
  ),
  decays_count: count('Number of objects that left the catalogue and have a decay date', 61),
  gone_count: count('Number of objects that left the catalogue without a decay date', 4),
  re_entries: list('ReEntry', decay, 'Payloads and rocket bodies that decayed in the month, by date'),
  density: named(
    'ReportDensity',
    v.strictObject({
      altitude_reference: oneOf(
        'Reference of altitudes: geocentric is distance from the centre of the Earth minus 6378.137 km',
        ['geocentric'],
      ),
      shells: list('ReportShell', shell, 'All shells, lowest first'),
      densest: numbers('Lower edges of the ten densest shells of the last day, km', [550, 540]),
      fastest_growing: numbers(
        'Lower edges of up to ten shells whose number of objects grew the most, km',
        [480, 470],
      ),
      fastest_declining: numbers(
        'Lower edges of up to ten shells whose number of objects declined the most, km',
        [560, 350],
      ),
    }),
  ),
  latitude_altitude: named(
    'LatitudeAltitudeMap',
    v.strictObject({
      latitude_edges_deg: numbers('Edges of the bands of latitude, degrees, south to north', [-90, -80]),
      altitude_edges_km: numbers('Edges of the shells, km, lowest first', [150, 160]),
      density_per_km3: v.pipe(
        v.array(v.array(v.number())),
        v.description('Mean density on the last day, by shell and band of latitude, per km³'),
        v.examples([[[0, 1.6e-7]]]),
      ),
    }),
  ),
  newly_numbered: named(
    'NewlyNumbered',
    v.strictObject({
      count: count(
        'Number of objects numbered in the month: their numbers are above the highest earlier number',
        214,
      ),
      by_type: named(
        'ReportCountsByType',
        v.strictObject({
          payload: count('Payloads', 180),
          rocket_body: count('Rocket bodies', 9),
          debris: count('Debris', 25),
          unknown: count('Unknown', 0),
        }),
      ),
      clusters: list(
        'DebrisCluster',
        cluster,
        'Launches with the most newly catalogued debris, largest first; not necessarily new break-ups',
      ),
    }),
  ),
  collisions,
  not_computable: list(
    'NotComputable',
    v.strictObject({
      figure: text('A figure', 'mass in orbit'),
      reason: text('Why', 'no masses in the catalogue'),
    }),
    'Figures that other reports have and this one cannot compute, with the reasons',
  ),
  method: texts('The method, in paragraphs', ['…']),
  sources: list(
    'ReportSource',
    v.strictObject({ name: text('Name', 'CelesTrak'), url: text('Address', 'https://celestrak.org') }),
    'Sources of data and formulas',
  ),
})

/** The monthly debris report. */
export type MonthlyReport = v.InferOutput<typeof report>
