import * as v from 'valibot'
import { count, instant, orNull, text } from '#kernel/endpoint/schemas'

/** Schema of a person in space. */
export const person = v.strictObject({
  id: count('Astronaut id in Launch Library 2', 9001),
  name: text('Name', 'Sample Astronaut 1'),
  agency: orNull(text('Agency; null if the person has none', 'European Space Agency')),
  agency_abbreviation: orNull(text('Abbreviation of the agency; null if it has none', 'ESA')),
  nationalities: v.pipe(
    v.array(v.string()),
    v.description('Nationalities, ISO 3166-1 alpha-3; empty if Launch Library has none'),
    v.examples([['FRA']]),
  ),
  station: orNull(
    text(
      'Space station that is the destination of the flight; null if there is none or if it is unknown',
      'International Space Station',
    ),
  ),
  spacecraft: orNull(text('Spacecraft of the flight; null if unknown', 'Crew Dragon Endeavour')),
  launch_id: orNull(
    text(
      'Id of the launch of the flight, for `/v1/launches/{launch_id}`; null if unknown',
      'a5872822-76df-404b-93d0-9ecd7ba80a70',
    ),
  ),
  launch: orNull(text('Vehicle and mission of that launch', 'Falcon 9 Block 5 | Crew Rotation-713')),
  since: orNull(instant('Time of that launch', '2026-10-28T14:05:00.000Z')),
  url: text('URL of the record in Launch Library', 'https://ll.thespacedevs.com/2.3.0/astronauts/9001/'),
})

/** A person in space, as `/v1/people` serves it. */
export type Person = v.InferOutput<typeof person>
