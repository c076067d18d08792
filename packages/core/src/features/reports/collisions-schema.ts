import * as v from 'valibot'
import { objectTypes } from '#features/objects/elements/element-set'
import { count, named, oneOf, orNull, quantity, text } from '#kernel/endpoint/schemas'

const rates = named(
  'CollisionRates',
  v.strictObject({
    bin_km: count('Thickness of the shells, km', 10),
    approaches_under_1_km_per_day: quantity('Approaches of two objects to less than 1 km, per day', 2_400, 0),
    no_manoeuvre_collision_days: orNull(
      quantity(
        'Mean number of days to a collision, assuming no manoeuvres; null if there are no objects. Given ' +
          'with four digits for computations; at most two of them are significant',
        6.2,
        0,
      ),
    ),
  }),
)

const share = {
  collisions_per_day: quantity('Collisions per day, assuming no manoeuvres', 0.0542, 0),
  share_percent: quantity('Share of all collisions, percent', 52.7, 0, 100),
}

const ofPair = v.strictObject({
  object_type: oneOf('Kind of one object', objectTypes),
  other_object_type: oneOf('Kind of the other object', objectTypes),
  ...share,
})

const ofShell = v.strictObject({
  altitude_min_km: count('Lower edge of the shell, km', 540),
  altitude_max_km: count('Upper edge of the shell, km', 550),
  ...share,
})

const ofConstellation = v.strictObject({
  constellation: text('Prefix of the names of its satellites', 'STARLINK'),
  objects: quantity('Mean number of its satellites in the shells', 10_120.4, 0),
  ...share,
})

const assumption = v.strictObject({
  name: text('Assumed quantity', 'relative speed'),
  value: text('Value with its unit', '10.1 km/s'),
  source: text('Basis of the value', 'mean of crossing circular orbits'),
})

const quoted = v.strictObject({
  name: text('Name of a published figure', 'CRASH Clock'),
  value: text('Value of the figure', '2.2 days'),
  date: text('Date of the value, UTC', '2026-08-15'),
  url: text('URL of the publication', 'https://outerspaceinstitute.ca/crashclock'),
  note: text('Difference to the figures of this report', 'other cross-sections and bins'),
})

/** Returns the schema of a list whose items are a type of their own. */
export const list = <S extends v.GenericSchema>(name: string, schema: S, description: string) =>
  v.pipe(v.array(named(name, schema)), v.description(description))

/** Schema of the rates of approaches and collisions in a report. */
export const collisions = named(
  'ReportCollisions',
  v.strictObject({
    rates,
    by_bin: v.pipe(
      v.array(rates),
      v.description('The same rates at other thicknesses, to show the influence of the method'),
    ),
    by_pair: list('CollisionsOfPair', ofPair, 'Collisions by kinds of the two objects, largest share first'),
    by_shell: list(
      'CollisionsInShell',
      ofShell,
      'The ten shells with the most collisions, largest share first',
    ),
    by_constellation: list(
      'CollisionsInConstellation',
      ofConstellation,
      'Collisions of two satellites of the same constellation, largest share first. These satellites ' +
        'actually keep their stations; `without_own_pairs` has the rates without them',
    ),
    without_own_pairs: rates,
    assumptions: list('Assumption', assumption, 'All assumptions'),
    quoted: v.pipe(
      v.nullable(named('QuotedFigure', quoted)),
      v.description('A figure published by others; null in reports of earlier months'),
      v.examples([
        {
          name: 'CRASH Clock',
          value: '2.2 days',
          date: '2026-08-15',
          url: 'https://outerspaceinstitute.ca/crashclock',
          note: 'other cross-sections and bins',
        },
      ]),
    ),
  }),
)
