import * as v from 'valibot'
import { type AlertType, observation } from '#alerts/alert-type'
import { named } from '#endpoint/schemas'
import type { NoticeKind } from '#space-weather/notices/message'
import { noticeMembers } from '#space-weather/notices/notice-data'

/** What all of them have in common, described once. */
const data = named(
  'NoaaNotice',
  v.strictObject({ ...noticeMembers, ...observation('/v1/space-weather/notices') }),
)

/** The data of an alert that is a notice of NOAA. */
export type NoticeAlertData = v.InferOutput<typeof data>

const noticeType = (name: string, title: string, what: string): AlertType<NoticeAlertData> => ({
  type: `swpc.${name}`,
  title,
  audience: 'public',
  summary: `NOAA SWPC has issued ${what}. It is NOAA’s word, not a detection of this service.`,
  data,
})

/** What NOAA itself announces, by the kind of notice; one of an unknown form is only listed. */
export const noticeTypes: Readonly<Record<Exclude<NoticeKind, 'other'>, AlertType<NoticeAlertData>>> = {
  watch: noticeType(
    'watch',
    'NoaaWatch',
    'a watch: a geomagnetic storm is predicted for one of the next days',
  ),
  warning: noticeType('warning', 'NoaaWarning', 'or extended a warning: something is expected within hours'),
  alert: noticeType('alert', 'NoaaAlert', 'or continued an alert: a threshold was reached'),
  summary: noticeType('summary', 'NoaaSummary', 'a summary: an event is over'),
  cancellation: noticeType('cancelled', 'NoaaCancelled', 'a cancellation of one of its notices'),
}

/** Whether alerts of a type are NOAA's word, and not ours. */
export function isNoaas(type: string): boolean {
  return type.startsWith('swpc.')
}
