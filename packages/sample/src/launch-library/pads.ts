const places = {
  Kennedy: [27, 'Kennedy Space Center, FL, USA', 'America/New_York', 'US'],
  Canaveral: [12, 'Cape Canaveral SFS, FL, USA', 'America/New_York', 'US'],
  Vostochny: [18, 'Vostochny Cosmodrome, Siberia, Russian Federation', 'Asia/Yakutsk', 'RU'],
  Guiana: [13, 'Guiana Space Centre, French Guiana', 'America/Cayenne', 'GF'],
  Jiuquan: [17, "Jiuquan Satellite Launch Center, People's Republic of China", 'Asia/Shanghai', 'CN'],
  Wenchang: [8, "Wenchang Space Launch Site, People's Republic of China", 'Asia/Shanghai', 'CN'],
  Mahia: [10, 'Rocket Lab Launch Complex 1, Mahia Peninsula, New Zealand', 'Pacific/Auckland', 'NZ'],
  'Satish Dhawan': [14, 'Satish Dhawan Space Centre, India', 'Asia/Kolkata', 'IN'],
  Tanegashima: [26, 'Tanegashima Space Center, Japan', 'Asia/Tokyo', 'JP'],
} as const

const pads = {
  'LC-39A': [87, 'Launch Complex 39A', 28.60822681, -80.60428186, 'Kennedy'],
  'SLC-40': [80, 'Space Launch Complex 40', 28.56194122, -80.57735736, 'Canaveral'],
  'SLC-41': [29, 'Space Launch Complex 41', 28.58341025, -80.58303644, 'Canaveral'],
  'Vostochny 1S': [144, 'Cosmodrome Site 1S', 51.884395, 128.333932, 'Vostochny'],
  'ELA-4': [67, 'Ariane Launch Area 4', 5.256319, -52.786838, 'Guiana'],
  'LA-91': [37, 'Launch Area 91 (SLS-1 / 921)', 40.957893, 100.290944, 'Jiuquan'],
  'Wenchang 201': [176, '201', 19.618452, 110.955356, 'Wenchang'],
  'LC-1B': [210, 'Rocket Lab Launch Complex 1B', -39.260881, 177.865826, 'Mahia'],
  'SDSC SLP': [82, 'Satish Dhawan Space Centre Second Launch Pad', 13.7199, 80.2304, 'Satish Dhawan'],
  'LP-2': [209, 'Yoshinobu Launch Complex LP-2', 30.400938, 130.97564, 'Tanegashima'],
} as const
export type PadName = keyof typeof pads

const countries = {
  CN: [6, 'China', 'CHN', 'Chinese'],
  GF: [2, 'French Guiana', 'GUF', 'French Guianese'],
  IN: [7, 'India', 'IND', 'Indian'],
  JP: [4, 'Japan', 'JPN', 'Japanese'],
  NZ: [11, 'New Zealand', 'NZL', 'New Zealander'],
  RU: [3, 'Russia', 'RUS', 'Russian'],
  US: [1, 'United States of America', 'USA', 'American'],
} as const

/** Returns Launch Library's record of a pad. Positions are real, counts are invented. */
export function padRecord(name: PadName): object {
  const [id, padName, latitude, longitude, placeName] = pads[name]
  const [placeId, place, timezone_name, code] = places[placeName]
  const country = countryRecord(code)
  return {
    id,
    url: `https://ll.thespacedevs.com/2.3.0/pads/${id}/`,
    active: true,
    agencies: [],
    name: padName,
    image: null,
    description: '',
    info_url: null,
    wiki_url: null,
    map_url: `https://www.google.com/maps?q=${latitude},${longitude}`,
    latitude,
    longitude,
    country,
    map_image: null,
    total_launch_count: 60 + id,
    orbital_launch_attempt_count: 60 + id,
    fastest_turnaround: 'P3DT12H',
    location: {
      response_mode: 'normal',
      id: placeId,
      url: `https://ll.thespacedevs.com/2.3.0/locations/${placeId}/`,
      name: place,
      celestial_body: earth,
      active: true,
      country,
      description: '',
      image: null,
      map_image: null,
      longitude,
      latitude,
      timezone_name,
      total_launch_count: 200 + id,
      total_landing_count: 0,
    },
  }
}

/** Returns Launch Library's record of a country. */
export function countryRecord(code: keyof typeof countries): object {
  const [id, name, alpha_3_code, nationality_name] = countries[code]
  return {
    id,
    name,
    alpha_2_code: code,
    alpha_3_code,
    nationality_name,
    nationality_name_composed: nationality_name,
  }
}

const earth = {
  response_mode: 'normal',
  id: 1,
  name: 'Earth',
  type: { id: 1, name: 'Planet' },
  diameter: 12_742_000,
  mass: 5.972168e24,
  gravity: 9.80655,
  length_of_day: '1 00:00:00',
  atmosphere: true,
  image: null,
  description: '',
  wiki_url: 'https://en.wikipedia.org/wiki/Earth',
  total_attempted_launches: 7_500,
  successful_launches: 6_950,
  failed_launches: 550,
  total_attempted_landings: 1_250,
  successful_landings: 1_200,
  failed_landings: 50,
}
