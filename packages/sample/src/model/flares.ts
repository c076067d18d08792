import { stormTime } from '#storm'

export interface Flare {
  /** Epoch milliseconds in April or May 2024. */
  readonly begin: number
  readonly peak: number
  /** When the flux has fallen to half of the peak. */
  readonly end: number
  readonly class: string
  readonly place: string
  readonly region: number
}

// Classes and peaks of the X flares from 8 May on: NOAA SWPC weekly highlights, 6 to 12 May 2024. 8 May
// 01:33, 02:16 and 03:19, and the start of the X2.2: NASA DONKI. Everything else is approximate. Regions are
// numbered as by DONKI.
export const flares: readonly Flare[] = [
  flare('04-11T16:58', '04-11T17:06', '04-11T17:12', 'M5.4', 'S11E28', 13635),
  flare('04-12T02:31', '04-12T02:40', '04-12T02:49', 'M1.2', 'S12E22', 13635),
  flare('04-14T02:21', '04-14T02:35', '04-14T02:44', 'M4.3', 'S12W02', 13635),
  flare('04-15T06:41', '04-15T06:55', '04-15T07:04', 'M2.9', 'S16E06', 13639),
  flare('04-15T23:28', '04-15T23:37', '04-15T23:45', 'M3.9', 'S18W12', 13639),
  flare('04-17T08:17', '04-17T08:30', '04-17T08:41', 'M1.6', 'S09W25', 13638),
  flare('04-18T19:03', '04-18T19:17', '04-18T19:30', 'M2.1', 'S11E37', 13644),
  flare('04-21T17:12', '04-21T17:22', '04-21T17:31', 'M1.3', 'S10W13', 13645),
  flare('04-23T17:33', '04-23T17:45', '04-23T17:52', 'M3.5', 'S08W41', 13645),
  flare('04-25T17:03', '04-25T17:14', '04-25T17:22', 'M3.4', 'S07W66', 13645),
  flare('04-27T14:49', '04-27T15:02', '04-27T15:11', 'M1.1', 'N12E18', 13654),
  flare('04-30T01:08', '04-30T01:14', '04-30T01:19', 'M1.6', 'S07W52', 13654),
  flare('04-30T23:39', '04-30T23:46', '04-30T23:54', 'M9.5', 'N25E22', 13663),
  flare('01T22:18', '01T22:31', '01T22:40', 'M1.8', 'N26E10', 13663),
  flare('02T20:52', '02T21:01', '02T21:08', 'M1.4', 'N25W01', 13663),
  flare('03T02:11', '03T02:22', '03T02:27', 'X1.6', 'N25W03', 13663),
  flare('04T06:02', '04T06:19', '04T06:29', 'M9.1', 'N25W17', 13663),
  flare('05T05:47', '05T06:01', '05T06:09', 'X1.3', 'N25W30', 13663),
  flare('05T11:44', '05T11:54', '05T12:01', 'X1.2', 'N25W33', 13663),
  flare('06T05:38', '06T06:35', '06T06:54', 'X4.5', 'N25W42', 13663),
  flare('07T16:13', '07T16:30', '07T16:42', 'M8.2', 'S20W02', 13664),
  flare('08T01:33', '08T01:41', '08T01:48', 'X1.0', 'N25W60', 13663),
  flare('08T02:16', '08T02:27', '08T02:36', 'M3.4', 'S20W10', 13664),
  flare('08T03:19', '08T03:27', '08T03:38', 'M1.8', 'S20W10', 13664),
  flare('08T04:37', '08T05:09', '08T05:32', 'X1.0', 'S20W11', 13664),
  flare('08T11:26', '08T12:04', '08T12:22', 'M8.7', 'S20W13', 13664),
  flare('08T17:32', '08T17:53', '08T18:00', 'M7.9', 'S19W16', 13664),
  flare('08T21:08', '08T21:40', '08T22:06', 'X1.0', 'S20W17', 13664),
  flare('09T03:07', '09T03:17', '09T03:23', 'M4.0', 'S18W21', 13664),
  flare('09T06:03', '09T06:13', '09T06:24', 'M2.3', 'S18W23', 13664),
  flare('09T08:45', '09T09:13', '09T09:36', 'X2.2', 'S18W25', 13664),
  flare('09T11:52', '09T11:56', '09T12:02', 'M3.1', 'S18W27', 13664),
  flare('09T17:23', '09T17:44', '09T18:00', 'X1.1', 'S17W30', 13664),
  flare('10T03:15', '10T03:29', '10T03:38', 'M1.4', 'S17W35', 13664),
  flare('10T06:27', '10T06:54', '10T07:06', 'X3.9', 'S17W34', 13664),
  flare('10T10:10', '10T10:14', '10T10:19', 'M5.9', 'S17W39', 13664),
  flare('10T14:06', '10T14:11', '10T14:17', 'M2.2', 'S17W41', 13664),
  flare('10T18:26', '10T18:38', '10T18:48', 'M1.7', 'S17W43', 13664),
  flare('10T20:59', '10T21:08', '10T21:12', 'M1.9', 'S17W44', 13664),
  flare('11T01:10', '11T01:23', '11T01:39', 'X5.8', 'S17W47', 13664),
  flare('11T04:25', '11T04:32', '11T04:40', 'M3.3', 'S17W49', 13664),
  flare('11T11:15', '11T11:44', '11T12:05', 'X1.5', 'S17W53', 13664),
  flare('11T14:46', '11T15:25', '11T15:52', 'M8.8', 'S17W55', 13664),
]

function flare(
  begin: string,
  peak: string,
  end: string,
  label: string,
  place: string,
  region: number,
): Flare {
  const times = { begin: stormTime(begin), peak: stormTime(peak), end: stormTime(end) }
  return { ...times, class: label, place, region }
}

const scale: Readonly<Record<string, number>> = { A: 1e-8, B: 1e-7, C: 1e-6, M: 1e-5, X: 1e-4 }

/** Returns a flux in W/m² in the middle of a class. */
export function fluxOfClass(label: string): number {
  return scale[label.slice(0, 1)]! * (Number(label.slice(1)) + 0.05)
}

/** Returns the class of a flux in W/m², truncated to one decimal, as SWPC does. */
export function classOfFlux(flux: number): string {
  const [letter, base] = Object.entries(scale).findLast(([, least]) => flux >= least) ?? ['A', 1e-8]
  return `${letter}${(Math.floor((flux / base) * 10) / 10).toFixed(1)}`
}
