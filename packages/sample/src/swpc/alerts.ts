import { flares } from '#model/flares'
import { kpOfBin } from '#model/kp'
import { type StormClock, stormTime } from '#storm'
import { hourOf, label, stampOf } from '#swpc/issues'
import { DAY, floorTo, HOUR, MINUTE } from '#time'

const BIN = 3 * HOUR
/** Start and end of the months that the models cover. */
const [FIRST, LAST] = [stormTime('04-09T00:00'), stormTime('12T00:00')]

/** A notice of April or May 2024; `lines` are written with the shift of the replay. */
interface Draft {
  readonly code: string
  readonly product: string
  /** Epoch milliseconds in 2024. */
  readonly issued: number
  readonly lines: (
    at: (instant: number) => string,
    day: (instant: number) => string,
    serial: number,
  ) => string[]
}

/** `alerts.json`: the notices of the last 30 days, newest first. Derived from the models of the storm. */
export function alertRows({ at, shiftMs }: StormClock): unknown[] {
  const stamp = (instant: number) => `${stampOf(instant + shiftMs)} UTC`
  const day = (instant: number) => label(instant + shiftMs).slice(5)
  return numbered
    .filter(({ issued }) => issued <= at && issued > at - 30 * DAY)
    .map(({ code, product, issued, serial, lines }) => ({
      product_id: product,
      issue_datetime: new Date(issued + shiftMs + 17_330).toISOString().slice(0, 23).replace('T', ' '),
      message: [
        `Space Weather Message Code: ${code}`,
        `Serial Number: ${serial}`,
        `Issue Time: ${stamp(issued)}`,
        '',
        ...lines(stamp, day, serial),
      ].join('\r\n'),
    }))
    .reverse()
}

const G_WORDS = [
  'None (Below G1)',
  'G1 (Minor)',
  'G2 (Moderate)',
  'G3 (Strong)',
  'G4 (Severe)',
  'G5 (Extreme)',
]

/** Returns the K index of a bin as the alerts count it: 9- is still an 8. */
function kOfBin(start: number): number {
  const thirds = Math.round(kpOfBin(start) * 3)
  return thirds === 27 ? 9 : Math.min(8, Math.round(thirds / 3))
}

function scaleLines(level: number): string[] {
  const words = G_WORDS[level]?.replace(/ \((.*)\)/, ' - $1')
  return level > 0 ? [`NOAA Scale: ${words}`] : []
}

function kAlerts(): Draft[] {
  return bins().flatMap((start): Draft[] => {
    const k = kOfBin(start)
    if (k < 4) return []
    const reached = start + 50 * MINUTE
    const index = k === 8 ? '8, 9-' : k === 9 ? '9o' : k
    const period = `${hourOf(start)}-${hourOf(start + BIN).replace('0000', '2400')}`
    const lines: Draft['lines'] = (at) => [
      `ALERT: Geomagnetic K-index of ${index}`,
      `Threshold Reached: ${at(reached)}`,
      `Synoptic Period: ${period}`,
      'Active Warning: YES',
      ...scaleLines(k - 4),
    ]
    return [{ code: `ALTK0${k}`, product: `K0${k}A`, issued: reached + 3 * MINUTE, lines }]
  })
}

/** Warnings of a K index and above: one for each run of bins, extended while it lasts. */
function kWarnings(k: number): Draft[] {
  const runs = bins().filter((start) => kOfBin(start) >= k && kOfBin(start - BIN) < k)
  const common = { code: `WARK0${k}`, product: `K0${k}W` }
  const name = `Geomagnetic K-index of ${k}${k === 7 ? ' or greater' : ''} expected`
  return runs.flatMap((start) => {
    let end = start
    while (end < LAST && kOfBin(end) >= k) end += BIN
    const from = start + 20 * MINUTE
    const drafts: Draft[] = []
    for (let until = start + 9 * HOUR; ; until += 12 * HOUR) {
      const isFirst = drafts.length === 0
      const validity: Draft['lines'] = (at, _, serial) => [
        ...(isFirst
          ? [`WARNING: ${name}`, `Valid From: ${at(from)}`, `Valid To: ${at(until)}`]
          : [
              `EXTENDED WARNING: ${name}`,
              `Extension to Serial Number: ${serial - 1}`,
              `Valid From: ${at(from)}`,
              `Now Valid Until: ${at(until)}`,
            ]),
        `Warning Condition: ${isFirst ? 'Onset' : 'Persistence'}`,
        ...scaleLines(k - 4),
      ]
      const issued = isFirst ? from + MINUTE : until - 12 * HOUR - 7 * MINUTE
      drafts.push({ ...common, issued, lines: validity })
      if (until >= end) return drafts
    }
  })
}

/** A watch on the evening before each storm day or run of storm days; NOAA expected G2 for 12 May. */
function watches(): Draft[] {
  const levelOf = (day: number) =>
    day === LAST ? 2 : Math.max(...Array.from({ length: 8 }, (_, i) => kOfBin(day + i * BIN) - 4), 0)
  return Array.from({ length: (LAST - FIRST) / DAY }, (_, i) => FIRST + i * DAY).flatMap((today): Draft[] => {
    const days = [1, 2, 3].map((n) => ({
      day: today + n * DAY,
      level: Math.min(4, levelOf(today + n * DAY)),
    }))
    const highest = Math.max(...days.map(({ level }) => level))
    if (highest === 0) return []
    const code = ['', 'A20', 'A30', 'A50', 'A99'][highest]
    const lines: Draft['lines'] = (_, day) => [
      `WATCH: Geomagnetic Storm Category G${highest}${highest === 4 ? ' or Greater' : ''} Predicted`,
      'Highest Storm Level Predicted by Day:',
      days.map((each) => `${day(each.day)}:  ${G_WORDS[each.level]}`).join('   '),
      'THIS SUPERSEDES ANY/ALL PRIOR WATCHES IN EFFECT',
    ]
    return [{ code: `WAT${code}`, product: `${code}F`, issued: today + 20 * HOUR + 5 * MINUTE, lines }]
  })
}

function flareNotices(): Draft[] {
  return flares
    .filter(({ class: label }) => label.startsWith('X') || Number(label.slice(1)) >= 5)
    .flatMap(({ begin, peak, end, class: label, place }): Draft[] => {
      const reached = floorTo(MINUTE, peak - (peak - begin) / 5)
      const isX = label.startsWith('X')
      const alert: Draft['lines'] = (at) => [
        'ALERT: X-Ray Flux exceeded M5',
        `Threshold Reached: ${at(reached)}`,
        'NOAA Scale: R2 - Moderate',
      ]
      const summary: Draft['lines'] = (at) => [
        `SUMMARY: X-ray Event exceeded ${isX ? 'X1' : 'M5'}`,
        `Begin Time: ${at(begin)}`,
        `Maximum Time: ${at(peak)}`,
        `End Time: ${at(end)}`,
        `Xray Class: ${label}`,
        `Location: ${place}`,
        `NOAA Scale: ${isX ? 'R3 - Strong' : 'R2 - Moderate'}`,
      ]
      const [code, product] = isX ? ['SUMX01', 'XX0S'] : ['SUMXM5', 'XM5S']
      return [
        { code: 'ALTXMF', product: 'XM5A', issued: reached + 2 * MINUTE, lines: alert },
        { code, product, issued: end + 6 * MINUTE, lines: summary },
      ]
    })
}

/** Notices of protons, radio bursts and the shock, by the anchors of the models, and a withdrawn one. */
const single: readonly Draft[] = [
  draft('WARK06', 'K06W', '06T06:12', (at) => [
    'WARNING: Geomagnetic K-index of 6 expected',
    `Valid From: ${at(stormTime('06T06:30'))}`,
    `Valid To: ${at(stormTime('06T18:00'))}`,
    ...scaleLines(2),
  ]),
  draft('WARK06', 'K06W', '06T09:40', (at, _, serial) => [
    'CANCEL WARNING: Geomagnetic K-index of 6 expected',
    `Cancel Serial Number: ${serial - 1}`,
    `Original Issue Time: ${at(stormTime('06T06:12'))}`,
    'Conditions no longer warrant a warning.',
  ]),
  draft('WARPX1', 'P11W', '10T13:24', (at) => [
    'WARNING: Proton 10MeV Integral Flux above 10pfu expected',
    `Valid From: ${at(stormTime('10T13:30'))}`,
    `Valid To: ${at(stormTime('11T12:00'))}`,
    'NOAA Scale: S1 - Minor',
  ]),
  draft('ALTPX1', 'P11A', '10T13:41', (at) => [
    'ALERT: Proton Event 10MeV Integral Flux exceeded 10pfu',
    `Begin Time: ${at(stormTime('10T13:35'))}`,
    'NOAA Scale: S1 - Minor',
  ]),
  draft('ALTPX2', 'P12A', '10T16:33', (at) => [
    'ALERT: Proton Event 10MeV Integral Flux exceeded 100pfu',
    `Begin Time: ${at(stormTime('10T16:25'))}`,
    'NOAA Scale: S2 - Moderate',
  ]),
  draft('WARSUD', 'SGIW', '10T16:42', (at) => [
    'WARNING: Geomagnetic Sudden Impulse expected',
    `Valid From: ${at(stormTime('10T16:50'))}`,
    `Valid To: ${at(stormTime('10T17:20'))}`,
  ]),
  draft('SUMSUD', 'MSIS', '10T17:14', (at) => [
    'SUMMARY: Geomagnetic Sudden Impulse',
    `Observed: ${at(stormTime('10T17:05'))}`,
    'Deviation: 110 nT',
    'Station: BOU',
  ]),
  draft('ALTTP2', 'TIIA', '11T01:41', (at) => [
    'ALERT: Type II Radio Emission',
    `Begin Time: ${at(stormTime('11T01:18'))}`,
    'Estimate Velocity: 1257 km/s',
  ]),
  draft('SUM10R', 'BHIS', '11T02:02', (at) => [
    'SUMMARY: 10cm Radio Burst',
    `Begin Time: ${at(stormTime('11T01:14'))}`,
    `Maximum Time: ${at(stormTime('11T01:22'))}`,
    `End Time: ${at(stormTime('11T01:40'))}`,
    'Peak Flux: 1500 sfu',
  ]),
  draft('ALTPC0', 'P20A', '11T02:16', (at) => [
    'ALERT: Proton Event 100MeV Integral Flux exceeded 1pfu',
    `Begin Time: ${at(stormTime('11T02:10'))}`,
  ]),
  draft('WARPX1', 'P11W', '11T11:38', (at, _, serial) => [
    'EXTENDED WARNING: Proton 10MeV Integral Flux above 10pfu expected',
    `Extension to Serial Number: ${serial - 1}`,
    `Valid From: ${at(stormTime('10T13:30'))}`,
    `Now Valid Until: ${at(stormTime('12T12:00'))}`,
    'Warning Condition: Persistence',
    'NOAA Scale: S1 - Minor',
  ]),
]

function draft(code: string, product: string, issued: string, lines: Draft['lines']): Draft {
  return { code, product, issued: stormTime(issued), lines }
}

function bins(): number[] {
  return Array.from({ length: (LAST - FIRST) / BIN }, (_, i) => FIRST + i * BIN)
}

const drafts = [
  ...single,
  ...kAlerts(),
  ...[4, 5, 6, 7].flatMap(kWarnings),
  ...watches(),
  ...flareNotices(),
].sort((one, other) => one.issued - other.issued)

/** Oldest first; a serial number counts within its code. */
const numbered = drafts.map((each, index) => ({
  ...each,
  serial: 100 + drafts.slice(0, index).filter(({ code }) => code === each.code).length,
}))
