export type Range = readonly [low: number, high: number]

export interface Family {
  readonly name: string
  readonly isDebris: boolean
  readonly count: number
  readonly launched: Range | 'this month'
  /** Launch number of the year, if all objects share one. */
  readonly launch: string | undefined
  readonly perigeeKm: Range
  /** Apogee minus perigee. */
  readonly heightKm: Range
  readonly inclination: Range
  readonly groups: readonly string[]
}

// Counts are about a hundredth of the public catalogue of 2026 (33,710 objects) by perigee, height and
// inclination. Payloads are in `active`; rocket bodies and debris share one name per family.
const satellites: readonly Row[] = [
  ['STARLINK-350', 36, 2022, 2026, [440, 490], [0.5, 4], [42.98, 43.01], 'starlink'],
  ['STARLINK-360', 30, 2020, 2026, [440, 500], [0.5, 4], [53.04, 53.17], 'starlink'],
  ['STARLINK-370', 15, 2019, 2024, [538, 552], [0.5, 3], [53.04, 53.17], 'starlink'],
  ['STARLINK-380', 9, 2021, 2023, [555, 570], [0.5, 3], [69.98, 70.02], 'starlink'],
  ['STARLINK-390', 4, 2021, 2023, [555, 562], [0.5, 3], [97.55, 97.67], 'starlink'],
  ['ONEWEB-0', 7, 2019, 2024, [1180, 1220], [1, 5], [87.85, 87.95], 'oneweb'],
  ['KUIPER-00', 3, 2025, 2026, [610, 630], [0.5, 3], [51.8, 51.95], 'kuiper'],
  ['QIANFAN-', 2, 2024, 2026, [1055, 1070], [1, 4], [88.9, 89.05], 'qianfan'],
  ['HULIANWANG DIGUI-', 2, 2025, 2026, [1140, 1160], [1, 4], [86.4, 86.6], 'hulianwang'],
  ['IRIDIUM 1', 2, 2017, 2019, [774, 778], [1, 4], [86.38, 86.41], 'iridium-NEXT'],
  ['GLOBALSTAR M', 2, 2007, 2013, [1410, 1414], [1, 4], [51.98, 52.02], 'globalstar'],
  ['ORBCOMM FM', 2, 2014, 2015, [690, 710], [5, 20], [46.9, 47.1], 'orbcomm'],
  ['FLOCK 4Q-', 10, 2022, 2026, [460, 520], [1, 12], [97.3, 97.6], 'planet,resource,engineering'],
  ['LEMUR-2-', 8, 2019, 2025, [450, 540], [1, 15], [97.3, 97.7], 'spire,cubesat'],
  ['CUBESAT-', 8, 2018, 2025, [400, 560], [2, 20], [97.2, 97.8], 'cubesat,amateur,satnogs,education'],
  ['EARTH OBSERVER ', 12, 1999, 2025, [590, 820], [1, 20], [97.8, 98.7], 'resource,dmc,sarsat,argos,radar'],
  ['COSMOS NAV-', 5, 1974, 2010, [955, 985], [20, 60], [82.9, 82.96], 'musson,nnss,military'],
  ['COSMOS RELAY-', 6, 1970, 1990, [1395, 1480], [10, 90], [73.9, 74.05], 'military,other'],
  ['NAVSTAR-', 4, 2005, 2023, [20120, 20140], [90, 120], [53.5, 56.2], 'gps-ops,gnss'],
  ['GLONASS-M ', 3, 2006, 2023, [19110, 19125], [20, 40], [64.1, 65.6], 'glo-ops,gnss'],
  ['GALILEO-FOC FM', 3, 2014, 2022, [23210, 23225], [10, 20], [54.7, 57.1], 'galileo,gnss'],
  ['BEIDOU-3 M', 3, 2017, 2023, [21515, 21530], [5, 20], [54.2, 56], 'beidou,gnss'],
  ['MOLNIYA 3-', 3, 1985, 2003, [700, 1800], [37600, 38600], [62.9, 64.4], 'other-comm'],
  [
    'COMSAT ',
    9,
    2002,
    2025,
    [35776, 35784],
    [5, 16],
    [0.01, 0.1],
    'geo,intelsat,ses,eutelsat,telesat,x-comm',
  ],
  ['RELAY ', 5, 1995, 2017, [35770, 35784], [5, 25], [1.2, 14.6], 'geo,tdrss,sbas'],
  ['TBA - TO BE ASSIGNED ', 4, 'this month', 0, [515, 530], [2, 10], [97.4, 97.5], 'last-30-days'],
]
const remains: readonly Row[] = [
  ['FENGYUN 1C DEB', 30, 1999, 1999, [620, 850], [10, 260], [98.2, 99.6], 'fengyun-1c-debris', '025'],
  ['COSMOS 2251 DEB', 12, 1993, 1993, [630, 790], [5, 120], [73.9, 74.1], 'cosmos-2251-debris', '036'],
  ['IRIDIUM 33 DEB', 4, 1997, 1997, [600, 770], [5, 60], [86.2, 86.45], 'iridium-33-debris', '051'],
  ['NOAA 16 DEB', 5, 2000, 2000, [770, 850], [5, 60], [98.7, 99.1], '', '055'],
  ['DMSP 5D-2 F13 DEB', 4, 1995, 1995, [760, 840], [5, 60], [98.5, 99.1], '', '015'],
  ['CZ-4 DEB', 6, 1999, 1999, [580, 820], [10, 150], [98.2, 98.8], '', '057'],
  ['CZ-6A DEB', 8, 2022, 2024, [680, 840], [10, 120], [98.6, 99.2], ''],
  ['COSMOS 1408 DEB', 1, 1982, 1982, [440, 470], [10, 30], [82.5, 82.7], 'cosmos-1408-debris', '092'],
  ['SL-14 DEB', 4, 1985, 1985, [360, 640], [10, 60], [82.4, 82.6], ''],
  ['SL-16 DEB', 4, 1992, 1992, [800, 850], [5, 60], [70.9, 71.1], '', '093'],
  ['COSMOS 1275 DEB', 3, 1981, 1981, [900, 990], [10, 60], [82.9, 83.1], '', '053'],
  ['COSMOS COOLANT', 4, 1975, 1987, [890, 950], [5, 40], [64.8, 65.1], ''],
  ['DELTA 1 DEB', 8, 1973, 1978, [1050, 1480], [20, 300], [101.2, 102.7], ''],
  ['THOR ABLESTAR DEB', 3, 1961, 1961, [880, 950], [20, 120], [66.4, 66.9], '', '015'],
  ['SL-8 R/B', 10, 1968, 2000, [940, 985], [10, 60], [82.9, 83], 'visual'],
  ['SL-3 R/B', 4, 1970, 1990, [620, 860], [10, 80], [81.1, 81.3], 'visual'],
  ['SL-16 R/B', 5, 1985, 2007, [828, 842], [2, 20], [70.9, 71.1], 'visual'],
  ['CZ-2C R/B', 3, 1999, 2020, [480, 680], [10, 90], [97.8, 98.6], 'visual'],
  ['SL-6 R/B(2)', 3, 1980, 2003, [600, 1600], [36500, 38800], [62.8, 64.9], ''],
  ['ARIANE 5 R/B', 4, 1998, 2022, [250, 640], [32000, 35600], [3.5, 7.5], ''],
  ['CZ-3B R/B', 3, 2005, 2024, [180, 420], [30000, 36500], [24, 28.4], ''],
]

type Row = readonly [
  name: string,
  count: number,
  launchedFrom: number | 'this month',
  launchedTo: number,
  perigeeKm: Range,
  heightKm: Range,
  inclination: Range,
  groups: string,
  launch?: string,
]

/** Families of invented objects. */
export const families: readonly Family[] = [
  ...satellites.map((row) => toFamily(row, false)),
  ...remains.map((row) => toFamily(row, true)),
]

function toFamily(row: Row, isDebris: boolean): Family {
  const [name, count, from, to, perigeeKm, heightKm, inclination, groups, launch] = row
  const launched: Family['launched'] = from === 'this month' ? from : [from, to + 1]
  const all = [...(isDebris ? [] : ['active']), ...groups.split(',').filter(Boolean)]
  return { name, isDebris, count, launched, launch, perigeeKm, heightKm, inclination, groups: all }
}
