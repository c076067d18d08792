import * as v from 'valibot'
import { type AlertType, observation } from '#features/alerts/alert-type'
import type { NoticeKind } from '#features/space-weather/notices/message'
import { noticeMembers } from '#features/space-weather/notices/notice-data'
import { named } from '#kernel/endpoint/schemas'

/** Data common to all types of notices. */
const data = named(
  'NoaaNotice',
  v.strictObject({ ...noticeMembers, ...observation('/v1/space-weather/notices') }),
)

/** Data of an alert for a NOAA notice. */
export type NoticeAlertData = v.InferOutput<typeof data>

const noticeType = (name: string, title: string, what: string): AlertType<NoticeAlertData> => ({
  type: `swpc.${name}`,
  title,
  audience: 'public',
  summary: `NOAA SWPC has issued ${what}. This is a statement of NOAA, not a detection by this service.`,
  data,
})

/** Types of alerts for NOAA's notices, by the kind of notice. Notices in an unknown form are only listed. */
export const noticeTypes: Readonly<Record<Exclude<NoticeKind, 'other'>, AlertType<NoticeAlertData>>> = {
  watch: noticeType(
    'watch',
    'NoaaWatch',
    'a watch: a geomagnetic storm is predicted for one of the next days',
  ),
  warning: noticeType('warning', 'NoaaWarning', 'or extended a warning: an event is expected within hours'),
  alert: noticeType('alert', 'NoaaAlert', 'or continued an alert: a threshold was reached'),
  summary: noticeType('summary', 'NoaaSummary', 'a summary: an event is over'),
  cancellation: noticeType('cancelled', 'NoaaCancelled', 'a cancellation of one of its notices'),
}

/** Returns whether alerts of a type are statements of NOAA and not our own detections. */
export function isNoaas(type: string): boolean {
  return type.startsWith('swpc.')
}
