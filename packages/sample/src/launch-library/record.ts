import { CREWED, type Launch } from '#launch-library/launches'
import { padRecord } from '#launch-library/pads'
import { type OrbitName, orbits, precisionRecord, providers, statuses } from '#launch-library/vocabulary'
import { random } from '#storm'
import { floorTo, HOUR, withZone } from '#time'

const ORIGIN = 'https://ll.thespacedevs.com/2.3.0'

/** Returns a launch in the `normal` mode of Launch Library 2.3.0. */
export function launchRecord(launch: Launch, now: number) {
  const { vehicle, provider, mission, pad, status, precision, net, turn } = launch
  const name = `${vehicle} | ${mission?.[0] ?? 'Unknown Payload'}`
  const seed = [...`${name}${pad}${mission ? '' : turn}`].reduce(
    (sum, char) => Math.imul(sum, 31) + char.charCodeAt(0),
    7,
  )
  const { id = uuid(seed) } = launch
  const [statusId, statusName, statusDescription] = statuses[status]
  const [providerId, providerName, providerType] = providers[provider]
  const count = (salt: number, most: number) => 1 + Math.floor(random(seed, salt) * most)
  return {
    id,
    url: `${ORIGIN}/launches/${id}/`,
    name,
    response_mode: 'normal',
    slug: name.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
    launch_designator: null,
    status: { id: statusId, name: statusName, abbrev: status, description: statusDescription },
    last_updated: withZone(floorTo(HOUR, Math.min(now, net + 6 * HOUR))),
    net: withZone(net),
    net_precision: precision && precisionRecord(precision, net),
    window_end: withZone(net + launch.windowMs),
    window_start: withZone(net),
    image: pad === 'LC-39A' ? image : null,
    infographic: null,
    probability: launch.probability,
    weather_concerns: launch.probability && launch.probability < 50 ? 'Cumulus Cloud Rule' : null,
    failreason: '',
    hashtag: null,
    launch_service_provider: {
      response_mode: 'list',
      id: providerId,
      url: `${ORIGIN}/agencies/${providerId}/`,
      name: providerName,
      abbrev: provider,
      type: { id: providerType === 'Government' ? 1 : 3, name: providerType },
    },
    rocket: { id: count(1, 9_000), configuration: configurationRecord(vehicle) },
    mission: mission && missionRecord(mission, count(2, 7_000)),
    pad: pad && padRecord(pad),
    webcast_live: status === 'In Flight',
    program: mission?.[1] === CREWED ? [programRecord(provider)] : [],
    orbital_launch_attempt_count: 7_300 + count(3, 99),
    location_launch_attempt_count: count(4, 300),
    pad_launch_attempt_count: count(5, 100),
    agency_launch_attempt_count: count(6, 600),
    orbital_launch_attempt_count_year: 200 + count(7, 99),
    location_launch_attempt_count_year: count(8, 30),
    pad_launch_attempt_count_year: count(9, 20),
    agency_launch_attempt_count_year: count(10, 90),
  }
}

/** Returns the programme of a station, which has the name of the station. */
function programRecord(provider: string): object {
  const [id, name] = provider === 'CASC' ? [19, TIANGONG] : [17, ISS]
  return { response_mode: 'list', id, url: `${ORIGIN}/programs/${id}/`, name, info_url: null, wiki_url: null }
}

/** Launch Library's names of the stations. */
export const [ISS, TIANGONG] = ['International Space Station', 'Tiangong space station'] as const

function configurationRecord(vehicle: string): object {
  const [name, variant] = vehicle.endsWith(' Block 5') ? [vehicle.slice(0, -8), 'Block 5'] : [vehicle, '']
  const id = 1 + Math.floor(random(vehicle.length, vehicle.charCodeAt(0)) * 500)
  return {
    response_mode: 'list',
    id,
    url: `${ORIGIN}/launcher_configurations/${id}/`,
    name,
    families: [{ response_mode: 'list', id, name: name.replace(/[- ]\d.*$/, '') }],
    full_name: vehicle,
    variant,
  }
}

function missionRecord([name, type, orbit]: NonNullable<Launch['mission']>, id: number): object {
  const description = `${type}. An invented mission of the sample.`
  return {
    id,
    name,
    type,
    description,
    image: null,
    orbit: orbitRecord(orbit),
    agencies: [],
    info_urls: [],
    vid_urls: [],
  }
}

function orbitRecord(abbrev: OrbitName): object {
  const [id, name, body] = orbits[abbrev]
  return {
    id,
    name,
    abbrev,
    celestial_body: { response_mode: 'list', id: body === 'Moon' ? 37 : 1, name: body },
  }
}

const image = {
  id: 2_617,
  name: 'Launch at dawn',
  image_url: 'https://images.invalid/launch-at-dawn.jpeg',
  thumbnail_url: 'https://images.invalid/launch-at-dawn_thumbnail.jpeg',
  credit: 'Sample',
  license: { id: 1, name: 'Unknown', priority: 9, link: null },
  single_use: false,
  variants: [],
}

/** Returns a version 4 UUID derived from the seed. */
function uuid(seed: number): string {
  const digit = (salt: number) => Math.floor(random(seed, salt) * 16).toString(16)
  let salt = 20
  return 'xxxxxxxx-xxxx-4xxx-axxx-xxxxxxxxxxxx'.replace(/x/g, () => digit(salt++))
}
