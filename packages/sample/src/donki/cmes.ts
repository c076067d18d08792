import { formatMinute, recordLink, type StormEvent } from '#donki/record'
import { HOUR, MINUTE } from '#time'

interface Analysis {
  readonly at21_5: string
  readonly latitude: number
  readonly longitude: number | null
  readonly halfAngle: number
  readonly speed: number
  readonly featureCode: 'LE' | 'SH'
  /** Shock arrival at Earth and STEREO A by WSA-ENLIL, if it was run. */
  readonly arrival: readonly [earth: string, stereoA: string] | undefined
}

// Start times: NASA DONKI and, for the last one, NOAA SWPC weekly highlights. First speed, direction and
// width: NASA DONKI. Everything else is approximate; the events are real except the two faint ones.
const halos: readonly StormEvent[] = [
  cme('2024-05-08T05:36', 'S20W11', '2024-05-08T04:37', [
    analysis('2024-05-08T09:30', -7, 9, 43, 870, 'LE', ['2024-05-10T18:00', '2024-05-10T15:30']),
    analysis('2024-05-08T09:02', -6, 8, 56, 940, 'SH', ['2024-05-10T16:00', '2024-05-10T13:40']),
  ]),
  cme('2024-05-08T12:24', 'S20W13', '2024-05-08T11:26', [
    analysis('2024-05-08T17:20', -9, 12, 36, 680, 'LE', ['2024-05-11T02:00', '2024-05-10T23:00']),
  ]),
  cme('2024-05-08T19:12', 'S19W16', '2024-05-08T17:32', [
    analysis('2024-05-08T22:55', -10, 12, 38, 880, 'LE', ['2024-05-10T23:00', '2024-05-10T20:20']),
  ]),
  cme('2024-05-08T22:24', 'S20W17', '2024-05-08T21:08', [
    analysis('2024-05-09T01:45', -12, 14, 45, 990, 'LE', ['2024-05-10T21:00', '2024-05-10T18:30']),
  ]),
  cme('2024-05-09T09:24', 'S18W25', '2024-05-09T08:45', [
    analysis('2024-05-09T12:04', -7, 17, 47, 1_280, 'LE', ['2024-05-11T00:00', '2024-05-10T21:10']),
  ]),
  cme('2024-05-09T18:52', 'S17W30', '2024-05-09T17:23', [
    analysis('2024-05-09T21:50', -9, 25, 44, 1_100, 'LE', ['2024-05-11T14:00', '2024-05-11T09:30']),
  ]),
  cme('2024-05-10T07:12', 'S17W34', '2024-05-10T06:27', [
    analysis('2024-05-10T10:22', -12, 30, 42, 1_010, 'LE', ['2024-05-12T12:00', '2024-05-12T05:40']),
  ]),
  cme('2024-05-11T01:36', 'S17W47', '2024-05-11T01:10', [
    analysis('2024-05-11T03:50', -10, 38, 48, 1_550, 'LE', ['2024-05-12T19:00', '2024-05-12T09:30']),
  ]),
]
const others: readonly StormEvent[] = [
  // Seen by one coronagraph only, hence no longitude.
  cme('2024-05-09T14:12', '', undefined, [analysis('2024-05-09T20:41', 41, null, 17, 420, 'LE')]),
  // Not analysed.
  cme('2024-05-10T03:36', '', undefined, null),
]

/** Coronal mass ejections of 8 to 11 May 2024, oldest first. */
export const cmes: readonly StormEvent[] = [...halos, ...others].sort((a, b) =>
  eventId(a) < eventId(b) ? -1 : 1,
)

function eventId(event: StormEvent): string {
  return String(event['activityID'])
}

function analysis(
  at21_5: string,
  latitude: number,
  longitude: number | null,
  halfAngle: number,
  speed: number,
  featureCode: 'LE' | 'SH',
  arrival?: readonly [earth: string, stereoA: string],
): Analysis {
  return { at21_5, latitude, longitude, halfAngle, speed, featureCode, arrival }
}

function cme(
  begin: string,
  place: string,
  flare: string | undefined,
  analyses: readonly Analysis[] | null,
): StormEvent {
  const activityID = `${begin}:00-CME-001`
  const submitted = Date.parse(`${begin}Z`) + 4 * HOUR
  const instruments = ['SOHO: LASCO/C2', 'SOHO: LASCO/C3', ...(flare ? ['STEREO A: SECCHI/COR2'] : [])]
  return {
    activityID,
    catalog: 'M2M_CATALOG',
    startTime: `${begin}Z`,
    instruments: instruments.map((displayName) => ({ displayName })),
    sourceLocation: place,
    activeRegionNum: flare ? 13_664 : null,
    note: flare
      ? 'Halo CME with a flare of the same region, a wave and dimming.'
      : 'Faint; the source is not clear.',
    submissionTime: formatMinute(submitted),
    versionId: 1,
    link: recordLink('CME', activityID),
    cmeAnalyses: analyses?.map((one) => analysisRecord(one, activityID, submitted)) ?? null,
    linkedEvents: flare ? [{ activityID: `${flare}:00-FLR-001` }] : null,
    sentNotifications: null,
  }
}

function analysisRecord(analysis: Analysis, activityID: string, submitted: number): object {
  const { at21_5, speed, featureCode, arrival } = analysis
  return {
    isMostAccurate: true,
    time21_5: `${at21_5}Z`,
    latitude: analysis.latitude,
    longitude: analysis.longitude,
    halfAngle: analysis.halfAngle,
    speed,
    type: speed < 500 ? 'S' : speed < 1_000 ? 'C' : 'O',
    featureCode,
    imageType: 'running difference',
    measurementTechnique: 'SWPC_CAT',
    note: featureCode === 'SH' ? 'Fit of the shock.' : 'Fit of the leading edge.',
    levelOfData: 0,
    tilt: null,
    minorHalfWidth: null,
    speedMeasuredAtHeight: 21.5,
    submissionTime: formatMinute(submitted + 20 * MINUTE),
    link: recordLink('CMEAnalysis', at21_5),
    enlilList: arrival ? [enlilRecord(arrival, activityID, submitted)] : [],
  }
}

function enlilRecord(
  [earth, stereoA]: readonly [string, string],
  activityID: string,
  submitted: number,
): object {
  const at = (location: string, arrivalTime: string) => ({
    isGlancingBlow: false,
    isMinorImpact: false,
    location,
    arrivalTime,
  })
  return {
    modelCompletionTime: formatMinute(submitted + 45 * MINUTE),
    au: 2,
    estimatedShockArrivalTime: `${earth}Z`,
    estimatedDuration: 24.5,
    rmin_re: 4.4,
    kp_18: null,
    kp_90: 7,
    kp_135: 8,
    kp_180: 9,
    isEarthGB: false,
    isEarthMinorImpact: false,
    link: recordLink('WSA-ENLIL', earth),
    impactList: [at('STEREO A', `${stereoA}Z`), at('Earth', `${earth}Z`)],
    cmeIDs: [activityID],
  }
}
