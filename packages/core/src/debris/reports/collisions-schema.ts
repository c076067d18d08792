import * as v from 'valibot'
import { objectTypes } from '#catalogue/elements/element-set'
import { count, named, oneOf, orNull, quantity, text } from '#endpoint/schemas'

const rates = named(
  'CollisionRates',
  v.strictObject({
    bin_km: count('Thickness of the shells, km', 10),
    approaches_under_1_km_per_day: quantity('Approaches of two objects to less than 1 km, per day', 2_400, 0),
    no_manoeuvre_collision_days: orNull(
      quantity(
        'Mean days to a collision if nothing manoeuvred; null if there are no objects. Four digits to compute ' +
          'with: two of them at most mean anything',
        6.2,
        0,
      ),
    ),
  }),
)

const share = {
  collisions_per_day: quantity('Collisions per day, if nothing manoeuvred', 0.0542, 0),
  share_percent: quantity('Share of all collisions, percent', 52.7, 0, 100),
}

const ofPair = v.strictObject({
  object_type: oneOf('Kind of one object', objectTypes),
  other_object_type: oneOf('Kind of the other', objectTypes),
  ...share,
})

const ofShell = v.strictObject({
  altitude_min_km: count('Lower edge of the shell, km', 540),
  altitude_max_km: count('Upper edge of the shell, km', 550),
  ...share,
})

const ofConstellation = v.strictObject({
  constellation: text('How the names of its satellites begin', 'STARLINK'),
  objects: quantity('Mean number of its satellites in the shells', 10_120.4, 0),
  ...share,
})

const assumption = v.strictObject({
  name: text('What is assumed', 'relative speed'),
  value: text('Its value with its unit', '10.1 km/s'),
  source: text('Where it is from', 'mean of crossing circular orbits'),
})

const quoted = v.strictObject({
  name: text('Name of a published figure', 'CRASH Clock'),
  value: text('Its value', '2.2 days'),
  date: text('Date of the value, UTC', '2026-08-15'),
  url: text('Where it is published', 'https://outerspaceinstitute.ca/crashclock'),
  note: text('Why it is not the same figure', 'other cross-sections and bins'),
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
      v.description('The same at other thicknesses: how much the method decides'),
    ),
    by_pair: list('CollisionsOfPair', ofPair, 'Collisions by kinds of the two objects, most first'),
    by_shell: list('CollisionsInShell', ofShell, 'The ten shells with most collisions, most first'),
    by_constellation: list(
      'CollisionsInConstellation',
      ofConstellation,
      'Collisions of two satellites of one constellation, most first, which keep their stations in fact; ' +
        '`without_own_pairs` has the rates without them',
    ),
    without_own_pairs: rates,
    assumptions: list('Assumption', assumption, 'Everything assumed'),
    quoted: v.pipe(
      v.nullable(named('QuotedFigure', quoted)),
      v.description('A figure of others; null in reports of months before it'),
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
