export type Range = readonly [low: number, high: number]

/** Invented objects in similar orbits. */
export interface Family {
  /** Name of its objects. `#` stands for the number of each; without it, all have the same name. */
  readonly name: string
  /** Number of the 33,710 catalogued objects with such an orbit. */
  readonly objects: number
  /** First and last year. */
  readonly launched: Range
  readonly perigeeKm: Range
  /** Apogee minus perigee. */
  readonly heightKm: Range
  readonly inclinationDeg: Range
  /** Groups of CelesTrak; payloads are in `active`, too. */
  readonly groups: readonly string[]
}

// Launched before 2026, so that none is in the future. The numbers of objects are chosen so that the shares
// by perigee, height and inclination match the public catalogue of 2026. An orbit is anywhere in the ranges
// of its family.
const table = `
name                objects  launched   perigee km   height km    inclination  groups
STARLINK-350#       3670     2022-2025  470-490      0.5-4        42.98-43.01  starlink
STARLINK-355#       170      2023-2025  352-368      0.5-4        42.98-43.01  starlink
STARLINK-360#       2000     2020-2025  455-478      0.5-4        53.04-53.17  starlink
STARLINK-365#       1290     2020-2025  480-490      0.5-4        53.04-53.17  starlink
STARLINK-370#       1370     2019-2024  530-552      0.5-3        53.04-53.17  starlink
STARLINK-375#       240      2024-2025  345-365      0.5-4        53.04-53.17  starlink
STARLINK-380#       740      2021-2023  560-572      0.5-3        69.98-70.02  starlink
STARLINK-390#       80       2021-2023  555-562      0.5-3        97.55-97.67  starlink
ONEWEB-0#           640      2019-2024  1180-1220    1-5          87.85-87.95  oneweb
KUIPER-00#          110      2025       580-630      0.5-3        51.8-51.95   kuiper
QIANFAN-#           110      2024-2025  1055-1070    1-4          88.9-89.05   qianfan
HULIANWANG DIGUI-#  140      2025       1140-1160    1-4          86.4-86.6    hulianwang
IRIDIUM 1#          90       2017-2019  774-778      1-4          86.38-86.41  iridium-NEXT
GLOBALSTAR M#       30       2007-2013  1410-1414    1-4          51.98-52.02  globalstar
ORBCOMM FM#         30       2014-2015  690-710      5-20         46.9-47.1    orbcomm
FLOCK 4Q-#          230      2022-2025  460-520      1-12         97.3-97.6    planet resource engineering
LEMUR-2-#           320      2019-2025  400-540      1-15         97.3-97.7    spire cubesat
CUBESAT-#           990      2018-2025  480-560      2-20         97.2-97.8    cubesat amateur satnogs
ACADEMIC-#          990      2016-2025  340-560      2-12         36-52        cubesat education
POLAR SURVEYOR #    540      2000-2025  400-720      2-15         89-91.5      science geodetic
EARTH OBSERVER #    80       1999-2025  590-820      1-20         97.8-98.7    resource dmc sarsat argos radar
TAIFENG #           240      2006-2025  470-700      5-25         34.5-36      military
COSMOS SURVEY-#     410      1970-2000  350-1000     4-25         71.8-74.1    military other
COSMOS NAV-#        230      1974-2010  955-985      20-60        82.9-82.96   musson nnss military
COSMOS RELAY-#      730      1970-1990  1395-1480    10-90        73.9-74.05   military other
NAVSTAR-#           80       2005-2023  20120-20140  90-120       53.5-56.2    gps-ops gnss
GLONASS-M #         110      2006-2023  19110-19125  20-40        64.1-65.6    glo-ops gnss
GALILEO-FOC FM#     200      2014-2022  23210-23225  10-20        54.7-57.1    galileo gnss
BEIDOU-3 M#         30       2017-2023  21515-21530  5-20         54.2-56      beidou gnss
MOLNIYA 3-#         140      1985-2003  700-1800     37600-38600  62.9-64.4    other-comm
COMSAT #            180      2002-2025  35700-35784  5-60         0.01-0.1     geo intelsat ses eutelsat
TELECOM #           170      2002-2025  35700-35784  5-60         0.01-0.1     geo telesat x-comm
RELAY #             880      1995-2017  35600-36200  5-160        0.5-15.5     geo tdrss sbas
SL-8 R/B            80       1968-2000  920-985      10-60        82.9-83      visual
SL-3 R/B            420      1970-1990  620-860      10-80        81.1-81.3    visual
SL-14 R/B           150      1975-2000  600-980      10-60        82.4-82.6    visual
SL-16 R/B           180      1985-2007  828-842      2-20         70.9-71.1    visual
CZ-2C R/B           280      1999-2020  480-680      10-90        97.8-98.6    visual
CENTAUR R/B         110      1990-2025  200-900      12500-34000  26-28.9
SL-6 R/B(2)         80       1980-2003  600-1600     36500-38800  62.8-64.9
SL-12 R/B(2)        80       1980-2012  200-1500     20000-36000  46.5-50
ARIANE 5 R/B        460      1998-2022  250-1200     32000-35600  2-7.5
CZ-3B R/B           540      2005-2024  200-900      30000-36500  18-28.4
H-2A R/B            550      2001-2024  250-2200     500-12500    28-38
FENGYUN 1C DEB      2300     1999       620-860      60-700       98.2-99.9    fengyun-1c-debris
COSMOS 2251 DEB     80       1993       630-790      25-160       73.9-74.1    cosmos-2251-debris
IRIDIUM 33 DEB      320      1997       600-780      25-120       86.2-86.45   iridium-33-debris
NOAA 16 DEB         700      2000       750-850      10-60        98.4-99.1
DMSP 5D-2 F13 DEB   200      1995       760-840      25-160       98.3-99.1
CZ-6A DEB           900      2022-2024  680-840      20-160       98.4-99.4
COSMOS 1408 DEB     450      1982       400-470      10-60        82.4-82.7    cosmos-1408-debris
SL-14 DEB           950      1985       200-420      10-120       82.4-82.9
SL-16 DEB           230      1992       680-850      100-600      70.6-71.4
COSMOS 1275 DEB     380      1981       900-990      10-200       82.7-83.1
COSMOS COOLANT      660      1975-1987  750-950      10-100       64.7-65.2
DELTA 1 DEB         1150     1973-1978  1050-1500    20-500       99-102.7
THOR ABLESTAR DEB   300      1961       650-950      20-400       66.4-67.5
TITAN 3 DEB         270      1966-1999  300-1150     160-1000     89.5-95
OPS DEB             720      1965-1990  350-1000     20-160       89.5-96.5
COSMOS DEB          550      1968-1998  350-1000     160-1000     71-74
SL-12 DEB           530      1970-1995  350-900      40-160       71.5-74
BREEZE-M DEB        390      2011       450-3000     300-9000     50-52
SL-6 DEB            350      1985-2010  200-1500     12500-20000  50-66
TITAN 3C DEB        570      1968-2018  32000-36500  20-2500      0.2-14
CENTAUR DEB         610      2009-2018  6000-11000   15000-30000  7-24
COSMOS NAV DEB      370      1981-2010  15000-24000  20-1500      52-66
FALCON 9 DEB        210      2010-2025  200-600      2-160        28-54
UNKNOWN #           330      1965-2020  300-1500     20-600       54-82
`

/** Families of all invented objects except the newest. */
export const families: readonly Family[] = table
  .trim()
  .split('\n')
  .slice(1)
  .map((row) => toFamily(row.split(/ {2,}/)))

function toFamily([name = '', objects, ...cells]: readonly string[]): Family {
  const isPayload = name.endsWith('#') && !name.startsWith('UNKNOWN')
  const [launched = '', perigee = '', height = '', inclination = '', groups = ''] = cells
  return {
    name,
    objects: Number(objects),
    launched: toRange(launched),
    perigeeKm: toRange(perigee),
    heightKm: toRange(height),
    inclinationDeg: toRange(inclination),
    groups: [...(isPayload ? ['active'] : []), ...groups.split(' ').filter(Boolean)],
  }
}

/** Parses `470-490`, or `1999` for a range of one number. */
function toRange(text: string): Range {
  const [low = 0, high = low] = text.split('-').map(Number)
  return [low, high]
}
