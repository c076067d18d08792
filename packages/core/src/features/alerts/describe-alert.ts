import { launchTime } from '@space-data/charts/text'
import * as v from 'valibot'
import type { Alert } from '#features/alerts/alert'
import type { AlertType } from '#features/alerts/alert-type'
import { findAlertType } from '#features/alerts/alert-types'
import * as catalogue from '#features/alerts/types/catalogue'
import * as launches from '#features/alerts/types/launches'
import { type NoticeAlertData, noticeTypes } from '#features/alerts/types/notices'
import { crewChanged } from '#features/alerts/types/people'
import * as service from '#features/alerts/types/service'
import { passUpcoming } from '#features/alerts/types/sky'
import * as weather from '#features/alerts/types/space-weather'
import { seenHeightOf } from '#features/passes/seen-height'

/**
 * Describes an alert in one plain sentence without a full stop, such as `G3 geomagnetic storm began: Kp 7.0`.
 */
export function describeAlert({ type, data }: Pick<Alert, 'type' | 'data'>): string {
  const words = sentences.get(type)?.(data)
  return words ?? findAlertType(type)?.summary.replace(/\.$/, '') ?? type
}

type Words = (data: unknown) => string | undefined

const sentences = new Map<string, Words>([
  wordsOf(
    weather.stormStarted,
    ({ level, value }) => `${level} geomagnetic storm began: Kp ${value.toFixed(1)}`,
  ),
  wordsOf(
    weather.stormRaised,
    ({ level, previous_level, value }) =>
      `Geomagnetic storm reached ${level} after ${previous_level}: Kp ${value.toFixed(1)}`,
  ),
  wordsOf(
    weather.stormEnded,
    ({ level, max_value }) =>
      `Geomagnetic storm ended; it reached ${level}, with a maximum Kp of ${max_value.toFixed(1)}`,
  ),
  wordsOf(weather.flare, ({ phase, level, peak_class }) => {
    if (phase === 'started') return `Solar flare began: ${peak_class} so far`
    if (phase === 'raised') return `Solar flare reached ${level}: ${peak_class} so far`
    return `Solar flare ended; its peak was ${peak_class}`
  }),
  wordsOf(weather.radiationStorm, ({ phase, level, value_pfu, peak_pfu, peak_scale }) => {
    if (phase === 'started') return `${level} radiation storm began: ${inShort(value_pfu)} pfu`
    if (phase === 'raised') return `Radiation storm reached ${level}: ${inShort(value_pfu)} pfu`
    const peak = `${inShort(peak_pfu)} pfu${peak_scale === level ? '' : ` (${peak_scale})`}`
    return `Radiation storm ended; it reached ${level}, with a maximum of ${peak}`
  }),
  wordsOf(weather.bzSouth, ({ phase, value_nt, min_nt }) =>
    phase === 'started'
      ? `The solar wind’s magnetic field turned south: Bz ${inShort(value_nt)} nT`
      : 'The solar wind’s magnetic field is no longer strongly southward; its lowest Bz was ' +
        `${inShort(min_nt)} nT`,
  ),
  wordsOf(
    weather.auroraLikely,
    ({ probability_percent, latitude_deg, longitude_deg, forecast_at }) =>
      `Aurora is likely at ${latitude_deg}°, ${longitude_deg}°: ${inShort(probability_percent)} % at ${toMinute(forecast_at)}`,
  ),
  wordsOf(weather.cmeEarthDirected, ({ arrival_time, glancing, kp_max }) => {
    const blow = glancing ? ', as a glancing blow' : ''
    const strength = kp_max === null ? '' : `, with Kp up to ${inShort(kp_max)}`
    return `A coronal mass ejection is predicted to arrive at ${toMinute(arrival_time)}${blow}${strength}`
  }),
  wordsOf(
    weather.cmeArrivalChanged,
    ({ arrival_time, previous_arrival_time }) =>
      `Predicted arrival of a coronal mass ejection moved to ${toMinute(arrival_time)}, ` +
      `from ${toMinute(previous_arrival_time)}`,
  ),
  ...Object.values(noticeTypes).map((type) => wordsOf(type, noticeWords)),
  wordsOf(
    launches.launchScheduled,
    ({ name, net, net_precision }) =>
      `New launch: ${name}, planned for ${launchTime({ net, net_precision }).text}`,
  ),
  wordsOf(
    launches.launchNetChanged,
    ({ name, net, net_precision, previous_net, previous_net_precision }) =>
      `${name} moved to ${launchTime({ net, net_precision }).text}, ` +
      `from ${launchTime({ net: previous_net, net_precision: previous_net_precision }).text}`,
  ),
  wordsOf(launches.launchStatusChanged, ({ name, status, previous_status }) => {
    if (status === null) return `${name} has left the list of upcoming launches`
    const before = previous_status === null ? '' : ` from ${spaced(previous_status)}`
    return `${name}: status changed${before} to ${spaced(status)}`
  }),
  wordsOf(crewChanged, ({ arrived, left, count }) => {
    const changes = [
      arrived.length > 0 && `${namesOf(arrived)} arrived`,
      left.length > 0 && `${namesOf(left)} left`,
    ]
    return `${changes.filter(Boolean).join(', ')}; ${count === 1 ? '1 person is' : `${count} people are`} in space`
  }),
  wordsOf(
    catalogue.elementsUpdated,
    ({ name, norad_id, epoch }) => `${name} (${norad_id}) has new elements of ${toMinute(epoch)}`,
  ),
  wordsOf(catalogue.objectDecayed, ({ name, norad_id, decay_date }) =>
    decay_date === null
      ? `${name} (${norad_id}) has decayed: its last orbit was very low, and it has no elements any more`
      : `${name} (${norad_id}) decayed on ${decay_date}`,
  ),
  wordsOf(
    catalogue.objectMissing,
    ({ name, norad_id, missing_since }) =>
      `No elements of ${name} (${norad_id}) have been published since ${toMinute(missing_since)}`,
  ),
  wordsOf(passUpcoming, ({ name, rise, highest, visible, latitude_deg, longitude_deg }) => {
    const { elevationDeg } = seenHeightOf({ highest, visible })
    const height = `${Math.round(elevationDeg)}° high${visible.length > 0 ? ', visible' : ''}`
    return `${name} rises above ${latitude_deg}°, ${longitude_deg}° at ${toMinute(rise.at)}: ${height}`
  }),
  wordsOf(
    catalogue.objectsAdded,
    ({ added_count, new_count }) =>
      `${objects(added_count)} added to the catalogue, ${new_count} of them newly numbered`,
  ),
  wordsOf(
    catalogue.objectsRemoved,
    ({ removed_count, decayed_count }) =>
      `${objects(removed_count)} removed from the catalogue, ${decayed_count} of them decayed`,
  ),
  wordsOf(
    catalogue.debrisClusterAdded,
    ({ launch, pieces_count }) => `${pieces_count} debris objects of launch ${launch} are newly numbered`,
  ),
  wordsOf(
    catalogue.densityChanged,
    ({ altitude_min_km, altitude_max_km, objects_total, change_percent, name }) =>
      `${name === null ? 'Shell' : `${name}:`} ${altitude_min_km}–${altitude_max_km} km has ` +
      `${inShort(objects_total)} objects, ${inShort(Math.abs(change_percent))} % ` +
      `${change_percent < 0 ? 'fewer' : 'more'} than its mean`,
  ),
  wordsOf(
    service.upstreamDown,
    ({ feed, error }) => `Feed ${feed} is down${error === null ? '' : `: ${error}`}`,
  ),
  wordsOf(
    service.upstreamRecovered,
    ({ feed, failing_since }) => `Feed ${feed} has recovered; it had failed since ${toMinute(failing_since)}`,
  ),
  wordsOf(service.pathDeprecated, ({ method, path, deprecated_from, sunset, successor }) => {
    const removal = sunset === null ? '' : ` and removed on ${sunset}`
    const cure = successor === null ? '' : `: use ${successor}`
    return `${method} ${path} is deprecated from ${deprecated_from}${removal}${cure}`
  }),
])

/**
 * Describes a notice, such as `NOAA extended warning: Geomagnetic K-index of 5 expected (G1), to 2026-11-21
 * 06:00 UTC`.
 */
function noticeWords({ headline, kind, code, scale, level, or_greater, valid_to }: NoticeAlertData): string {
  const [, head = kind, words = code] = /^([A-Z ]+): *(.*)$/.exec(headline ?? '') ?? []
  const named = head.toLowerCase().replace(/^cancel /, 'cancelled ')
  const step = level ? ` (${scale}${level}${or_greater ? ' or greater' : ''})` : ''
  return `NOAA ${named}: ${words}${step}${valid_to === null ? '' : `, to ${toMinute(valid_to)}`}`
}

/** Returns the description of a type of alert. It applies only to data in the current schema. */
function wordsOf<Data>(of: AlertType<Data>, write: (data: Data) => string): readonly [string, Words] {
  return [
    of.type,
    (data) => {
      const { success, output } = v.safeParse(of.data, data)
      return success ? write(output) : undefined
    },
  ]
}

const objects = (count: number) => (count === 1 ? '1 object was' : `${count} objects were`)
const namesOf = (people: readonly { readonly name: string }[]) => people.map(({ name }) => name).join(', ')
const spaced = (name: string) => name.replaceAll('_', ' ')

/** Formats a number with at most one decimal. */
function inShort(value: number): string {
  return String(Math.round(value * 10) / 10).replace('-', '−')
}

/** Formats an instant as `2026-11-23 00:14 UTC`. */
function toMinute(instant: string): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC`
}
