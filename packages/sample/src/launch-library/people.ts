import { CREWED, type Launch, pastLaunches } from '#launch-library/launches'
import { countryRecord } from '#launch-library/pads'
import { ISS, launchRecord, TIANGONG } from '#launch-library/record'
import { DAY, withZone } from '#time'

const ORIGIN = 'https://ll.thespacedevs.com/2.3.0'

/** How long a crew stays: until after the next crew of its station arrives, and within the known launches. */
const STAY_MS = 40 * DAY
/** Station, spacecraft and members of a crew, by the vehicle of its launch. */
const crews = {
  'Falcon 9 Block 5': {
    station: ISS,
    spacecraft: 'Crew Dragon Sample',
    members: [
      [44, 'National Aeronautics and Space Administration', 'NASA', 'US'],
      [44, 'National Aeronautics and Space Administration', 'NASA', 'US'],
      [37, 'Japan Aerospace Exploration Agency', 'JAXA', 'JP'],
      [63, 'Russian Federal Space Agency (ROSCOSMOS)', 'RFSA', 'RU'],
    ],
  },
  'Long March 2F/G': {
    station: TIANGONG,
    spacecraft: 'Shenzhou Sample',
    members: [
      [17, 'China National Space Administration', 'CNSA', 'CN'],
      [17, 'China National Space Administration', 'CNSA', 'CN'],
      [17, 'China National Space Administration', 'CNSA', 'CN'],
    ],
  },
} as const

/**
 * Returns the people in space, in the `detailed` mode of Launch Library 2.3.0: the crews of the launches of
 * the last weeks. All are invented and numbered. With `andOthers`, the list includes a mannequin, as in
 * Launch Library.
 */
export function peopleInSpace(now: number, andOthers: boolean): object[] {
  const flights = pastLaunches(now).filter(
    ({ mission, net }) => mission?.[1] === CREWED && net > now - STAY_MS,
  )
  return [...flights.flatMap((launch) => crewOf(launch, now)), ...(andOthers ? [mannequin(now)] : [])]
}

function crewOf(launch: Launch, now: number): object[] {
  const { station, spacecraft, members } = crews[launch.vehicle as keyof typeof crews]
  const flight = launchRecord(launch, now)
  return members.map(([agencyId, agency, abbrev, country], seat) => {
    const number = ((launch.turn ?? 0) % 10_000) * 4 + seat
    const first = withZone(launch.net - (seat === 0 ? 900 * DAY : 0))
    return {
      ...astronautRecord(number, `Sample Astronaut ${number}`, [2, 'Government'], launch.net, now),
      agency: {
        response_mode: 'list',
        id: agencyId,
        url: `${ORIGIN}/agencies/${agencyId}/`,
        name: agency,
        abbrev,
        type: { id: 1, name: 'Government' },
      },
      nationality: [countryRecord(country)],
      first_flight: first,
      last_flight: withZone(launch.net),
      flights_count: 1,
      flights: [flight],
      landings: [
        {
          id: number,
          url: `${ORIGIN}/spacecraft_flights/${number}/`,
          destination: station,
          mission_end: null,
          spacecraft: { response_mode: 'normal', id: 1, url: `${ORIGIN}/spacecraft/1/`, name: spacecraft },
          launch: flight,
          landing: null,
          duration: null,
          turn_around_time: null,
          response_mode: 'normal',
        },
      ],
    }
  })
}

/** Returns the mannequin that has orbited the Sun since 2018 and is in Launch Library's list. */
function mannequin(now: number): object {
  const launchedAt = Date.UTC(2018, 1, 6, 20, 45)
  const at = withZone(launchedAt)
  return {
    ...astronautRecord(9_999_999, 'Sample Mannequin', [6, 'Non-Human'], launchedAt, now),
    agency: null,
    nationality: [{ id: 99, name: 'Unknown', alpha_2_code: '??', alpha_3_code: '???' }],
    first_flight: at,
    last_flight: at,
    flights_count: 1,
    flights: [],
    landings: [],
  }
}

function astronautRecord(
  id: number,
  name: string,
  [typeId, type]: readonly [number, string],
  since: number,
  now: number,
) {
  return {
    response_mode: 'detailed',
    id,
    url: `${ORIGIN}/astronauts/${id}/`,
    name,
    status: { id: 1, name: 'Active' },
    image: null,
    age: null,
    bio: 'Invented for the sample.',
    type: { id: typeId, name: type },
    in_space: true,
    time_in_space: `P${Math.floor((now - since) / DAY)}DT0S`,
    eva_time: 'P0D',
    date_of_birth: null,
    date_of_death: null,
    wiki: null,
    social_media_links: [],
    landings_count: 0,
    spacewalks_count: 0,
    spacewalks: [],
  }
}
