import { cmes } from '#donki/cmes'
import { formatMinute, recordLink, type StormEvent } from '#donki/record'
import { type Flare, flares } from '#model/flares'
import type { StormClock } from '#storm'
import { HOUR, MINUTE } from '#time'

export type Kind = 'CME' | 'FLR' | 'SEP'

/** Returns the events of a kind submitted by the instant, oldest first, with shifted times. */
export function eventsUntil({ at, shiftMs }: StormClock, kind: Kind): StormEvent[] {
  const known = events[kind].filter(({ submissionTime }) => submissionTime <= formatMinute(at))
  const present = JSON.stringify(known).replace(/2024-0\d-\d\dT\d\d:\d\d(?=:00-|Z)/g, (time) =>
    formatMinute(Date.parse(`${time}Z`) + shiftMs).slice(0, -1),
  )
  return JSON.parse(present)
}

const instrument = (displayName: string) => [{ displayName }]

// Forecasts: NASA DONKI. Observed events: approximate times.
const seps: readonly StormEvent[] = [
  sep(
    '2024-05-09T13:59',
    'MODEL: REleASE:ACE/EPAM 15.8-39.8 MeV',
    ['2024-05-09T08:45:00-FLR-001'],
    '2024-05-09T13:54Z',
  ),
  sep(
    '2024-05-09T14:25',
    'MODEL: REleASE:SOHO/EPHIN 15.8-39.8 MeV',
    ['2024-05-09T08:45:00-FLR-001'],
    '2024-05-09T14:44Z',
  ),
  sep(
    '2024-05-10T13:35',
    'GOES-P: SEISS >10 MeV',
    ['2024-05-10T06:27:00-FLR-001', '2024-05-10T07:12:00-CME-001'],
    '2024-05-10T13:50Z',
  ),
  sep(
    '2024-05-11T02:10',
    'GOES-P: SEISS >100 MeV',
    ['2024-05-11T01:10:00-FLR-001', '2024-05-11T01:36:00-CME-001'],
    '2024-05-11T02:26Z',
  ),
]

const events: Readonly<Record<Kind, readonly StormEvent[]>> = { CME: cmes, FLR: flares.map(flr), SEP: seps }

function sep(
  begin: string,
  displayName: string,
  linked: readonly string[],
  submissionTime: string,
): StormEvent {
  const sepID = `${begin}:00-SEP-001`
  return {
    sepID,
    eventTime: `${begin}Z`,
    instruments: instrument(displayName),
    submissionTime,
    versionId: 1,
    link: recordLink('SEP', sepID),
    linkedEvents: linked.map((activityID) => ({ activityID })),
    sentNotifications: null,
  }
}

function flr({ begin, peak, end, class: classType, place, region }: Flare): StormEvent {
  const flrID = `${formatMinute(begin).slice(0, -1)}:00-FLR-001`
  const isLarge = classType.startsWith('X')
  const linked = cmes.filter((cme) => JSON.stringify(cme['linkedEvents']).includes(flrID))
  return {
    flrID,
    catalog: 'M2M_CATALOG',
    instruments: instrument('GOES-P: EXIS 1.0-8.0'),
    beginTime: formatMinute(begin),
    peakTime: formatMinute(peak),
    endTime: formatMinute(end),
    classType,
    sourceLocation: place,
    activeRegionNum: region,
    note: '',
    submissionTime: formatMinute(end + (isLarge ? 12 * MINUTE : 3 * HOUR)),
    versionId: isLarge ? 2 : 1,
    link: recordLink('FLR', flrID),
    linkedEvents: linked.length > 0 ? linked.map((cme) => ({ activityID: cme['activityID'] })) : null,
    sentNotifications: null,
  }
}
