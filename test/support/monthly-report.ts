import type { MonthlyReport } from '@space-data/core/report'

const SHELLS = 186
const LAST_DAY = '2026-11-30'

/** A made-up month with a fragmentation at 800 km: plausible figures, none of them measured. */
export function monthlyReport(clusters = 1): MonthlyReport {
  const shells = Array.from({ length: SHELLS }, (_, i) => shellAt(150 + 10 * i))
  const by = (key: (shell: Shell) => number, count: number) =>
    [...shells]
      .sort((one, other) => key(other) - key(one))
      .slice(0, count)
      .map(({ altitude_min_km }) => altitude_min_km)
  const growth = (shell: Shell) => shell.objects_end - shell.objects_start
  return {
    month: '2026-11',
    revision: 1,
    generated_at: '2026-12-01T03:12:45.000Z',
    catalogued_at: '2026-11-30T22:04:10.000Z',
    source: 'CelesTrak GP catalogue',
    start_day: '2026-10-31',
    first_day: '2026-11-01',
    last_day: LAST_DAY,
    days_with_data: 29,
    missing_days: ['2026-11-17'],
    not_attributed: [],
    coverage: {
      altitude_min_km: 150,
      altitude_max_km: 2_010,
      objects_in_shells: 26_804.3,
      objects_below: 12.1,
      objects_above: 5_811.2,
      above_percent: 17,
      objects_not_propagated: 1_535.4,
    },
    elements_age_median_days: 0.42,
    box_score: {
      total: { start: 33_911, end: 34_163, change: 252 },
      by_type: {
        payload: { start: 18_402, end: 18_588, change: 186 },
        rocket_body: { start: 2_208, end: 2_214, change: 6 },
        debris: { start: 13_144, end: 13_205, change: 61 },
        unknown: { start: 157, end: 156, change: -1 },
      },
      by_owner: OWNERS.map(([owner, payload, rocket_body, debris, change], i) => {
        const unknown = i % 3
        return {
          owner,
          owner_name: owner === 'US' ? 'United States' : null,
          payload,
          rocket_body,
          debris,
          unknown,
          total: payload + rocket_body + debris + unknown,
          change,
        }
      }),
    },
    launches: Array.from({ length: 24 }, (_, i) => ({
      launch: `2026-${221 + i}`,
      launch_date: `2026-11-${String(1 + i).padStart(2, '0')}`,
      owners: i === 7 ? ['US', 'IND', 'JPN', 'FR', 'GER', 'IT', 'SPN', 'UK', 'ARGN', 'TURK', 'UAE'] : ['US'],
      objects_count: 3 + ((i * 11) % 27),
    })),
    returned_count: 39,
    decays_count: 61,
    gone_count: 4,
    re_entries: Array.from({ length: 34 }, (_, i) => ({
      norad_id: 44_200 + 37 * i,
      name:
        i === 3 ? 'FENGYUN-AUTONOMOUS-RENDEZVOUS-TECHNOLOGY-DEMONSTRATION 1B' : `STARLINK-${1_100 + 13 * i}`,
      international_designator: i === 5 ? null : `2019-029${String.fromCharCode(65 + (i % 24))}`,
      object_type: i % 9 === 0 ? 'rocket_body' : 'payload',
      decay_date: i === 8 ? null : `2026-11-${String(1 + (i % 28)).padStart(2, '0')}`,
    })),
    density: {
      altitude_reference: 'geocentric',
      shells,
      densest: by(({ density_end_per_km3 }) => density_end_per_km3, 10),
      fastest_growing: by(growth, 10),
      fastest_declining: by((shell) => -growth(shell), 10),
    },
    latitude_altitude: {
      latitude_edges_deg: Array.from({ length: 19 }, (_, i) => -90 + 10 * i),
      altitude_edges_km: Array.from({ length: SHELLS + 1 }, (_, i) => 150 + 10 * i),
      density_per_km3: shells.map(({ density_end_per_km3, altitude_min_km }) =>
        Array.from({ length: 18 }, (_, band) => {
          const latitude = Math.abs(-85 + 10 * band)
          if (altitude_min_km < 180 || latitude > 82) return 0
          return density_end_per_km3 * (0.5 + 1.4 * Math.exp(-(((latitude - 55) / 14) ** 2)))
        }),
      ),
    },
    newly_numbered: {
      count: 278,
      by_type: { payload: 205, rocket_body: 9, debris: 63, unknown: 1 },
      clusters: Array.from({ length: clusters }, (_, i) => cluster(i)),
    },
    collisions: {
      rates: rates(10, 2_412.4, 6.23),
      by_bin: [rates(1, 4_020.9, 3.18), rates(10, 2_412.4, 6.23), rates(20, 1_904.2, 8.41)],
      by_pair: [
        {
          object_type: 'payload',
          other_object_type: 'payload',
          collisions_per_day: 0.1467,
          share_percent: 91.4,
        },
        {
          object_type: 'payload',
          other_object_type: 'debris',
          collisions_per_day: 0.0138,
          share_percent: 8.6,
        },
      ],
      by_shell: [
        { altitude_min_km: 540, altitude_max_km: 550, collisions_per_day: 0.0846, share_percent: 52.7 },
        { altitude_min_km: 530, altitude_max_km: 540, collisions_per_day: 0.0294, share_percent: 18.3 },
      ],
      by_constellation: [
        { constellation: 'STARLINK', objects: 8_412.6, collisions_per_day: 0.1332, share_percent: 83 },
        { constellation: 'ONEWEB', objects: 634.1, collisions_per_day: 0.0019, share_percent: 1.2 },
      ],
      without_own_pairs: rates(10, 610.2, 39.4),
      assumptions: [
        {
          name: 'radius of a payload',
          value: '2.5 m',
          source: 'stated assumption: most are smaller, large ones count more',
        },
        { name: 'radius of a rocket body', value: '3.5 m', source: 'stated assumption' },
        { name: 'radius of a piece of debris', value: '0.3 m', source: 'stated assumption' },
        { name: 'relative speed', value: '10.1 km/s', source: 'mean of crossing circular orbits' },
        {
          name: 'phases',
          value: 'random',
          source: 'kinetic theory; not so in constellations that keep station',
        },
      ],
      quoted: {
        name: 'CRASH Clock',
        value: '2.2 days',
        date: '2026-08-15',
        url: 'https://outerspaceinstitute.ca/crashclock',
        note: 'other cross-sections and bins',
      },
    },
    not_computable: [
      { figure: 'mass in orbit', reason: 'no masses in the catalogue' },
      {
        figure: 'objects below about 10 cm',
        reason: 'not catalogued; needs a model such as MASTER or ORDEM',
      },
      { figure: 'health index and ECOB', reason: 'need masses and a simulation of 200 years' },
      { figure: 'probability of a given collision', reason: 'no covariances in the element sets' },
    ],
    method: [
      'Every night all element sets of the public catalogue are propagated over 24 hours with SGP4, and each object is counted in the shell of 10 km in which each of its samples lies. A mean number of objects in a shell is the number of samples in it by the number of samples of an object.',
      'The rate of collisions is Γ = Σ N_i N_j / (1 + δ_ij) · π (r_i + r_j)² · v / V over all shells and pairs of kinds, and the mean time 1/Γ. Approaches below 1 km are counted by the same sum with π · 1 km² as the cross-section.',
      'A cluster is a launch with ten or more newly numbered pieces of debris in the month.',
    ],
    sources: [
      { name: 'CelesTrak', url: 'https://celestrak.org' },
      { name: 'Kessler and Cour-Palais 1978', url: 'https://ntrs.nasa.gov/citations/19780057167' },
    ],
  }
}

/** A month without launches, decays, owners or clusters, and without any shell. */
export function emptyMonth(): MonthlyReport {
  const report = monthlyReport(0)
  const none = { start: 0, end: 0, change: 0 }
  const nothing = { payload: 0, rocket_body: 0, debris: 0, unknown: 0 }
  return {
    ...report,
    days_with_data: 1,
    box_score: {
      total: none,
      by_type: { payload: none, rocket_body: none, debris: none, unknown: none },
      by_owner: [],
    },
    launches: [],
    returned_count: 0,
    decays_count: 0,
    gone_count: 0,
    re_entries: [],
    density: { ...report.density, shells: [], densest: [], fastest_growing: [], fastest_declining: [] },
    latitude_altitude: { latitude_edges_deg: [], altitude_edges_km: [], density_per_km3: [] },
    newly_numbered: { count: 0, by_type: nothing, clusters: [] },
    collisions: {
      ...report.collisions,
      rates: { bin_km: 10, approaches_under_1_km_per_day: 0, no_manoeuvre_collision_days: null },
      by_bin: [],
      by_pair: [],
      by_shell: [],
      by_constellation: [],
      without_own_pairs: { bin_km: 10, approaches_under_1_km_per_day: 0, no_manoeuvre_collision_days: null },
      quoted: null,
    },
  }
}

type Shell = MonthlyReport['density']['shells'][number]

const OWNERS = [
  ['US', 13_402, 702, 4_410, 172],
  ['CIS', 1_590, 1_062, 4_810, -14],
  ['PRC', 1_702, 198, 4_031, 81],
  ['UK', 742, 1, 1, 0],
  ['JPN', 221, 58, 61, 3],
  ['FR', 96, 166, 401, -2],
  ['IND', 128, 44, 91, 2],
  ['ESA', 101, 9, 26, 0],
  ['GLOB', 84, 0, 1, 0],
  ['', 61, 0, 12, 4],
  ...[
    'GER',
    'CA',
    'IT',
    'SES',
    'ITSO',
    'SPN',
    'KOR',
    'ARGN',
    'AUS',
    'BRAZ',
    'TURK',
    'UAE',
    'ISRA',
    'FIN',
  ].map((owner, i): [string, number, number, number, number] => [owner, 60 - 3 * i, 0, i % 2, i % 3]),
] satisfies [string, number, number, number, number][]

function shellAt(km: number): Shell {
  const peak = (at: number, width: number) => Math.exp(-(((km - at) / width) ** 2))
  const objects_start =
    40 + 1_900 * peak(545, 12) + 420 * peak(480, 60) + 310 * peak(800, 70) + 240 * peak(1_450, 60)
  const objects_end = objects_start + 34.3 * peak(545, 12) - 11.2 * peak(430, 40) + 26.4 * peak(805, 45)
  const volume = (4 / 3) * Math.PI * ((6_388.137 + km) ** 3 - (6_378.137 + km) ** 3)
  return {
    altitude_min_km: km,
    altitude_max_km: km + 10,
    objects_start,
    objects_end,
    density_start_per_km3: objects_start / volume,
    density_end_per_km3: objects_end / volume,
    constellation_objects_end: 0.8 * objects_end,
    density_end_without_constellations_per_km3: (0.2 * objects_end) / volume,
  }
}

function rates(bin_km: number, approaches: number, days: number) {
  return { bin_km, approaches_under_1_km_per_day: approaches, no_manoeuvre_collision_days: days }
}

function cluster(i: number): MonthlyReport['newly_numbered']['clusters'][number] {
  const names = [
    'COSMOS 2251',
    'LONG MARCH 6A UPPER STAGE OF THE SECOND CONSTELLATION FLIGHT R/B',
    null,
    'NOAA 16',
    'FENGYUN 1C',
  ]
  return {
    launch: `20${10 + i}-0${36 + i}`,
    parent_name: names[i] ?? null,
    owner: i === 2 ? null : 'PRC',
    added_count: 63 - 9 * i,
    total_count: 120 - 9 * i,
    pieces: Array.from({ length: 120 - 9 * i }, (_, n) => {
      const kick = Math.sin(n * 12.9898 + i) * 190
      const [perigee_km, apogee_km] = [800 + Math.min(0, kick) + (n % 7), 812 + Math.max(0, kick) + (n % 5)]
      const axis = 6_378.137 + (perigee_km + apogee_km) / 2
      const period_min = (2 * Math.PI * Math.sqrt(axis ** 3 / 398_600.4418)) / 60
      return { norad_id: 100_200 + n, period_min, perigee_km, apogee_km }
    }),
  }
}
