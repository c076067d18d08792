import { factsOf } from '#alerts/alert-type'
import type { Detector } from '#alerts/detector'
import { noticeTypes } from '#alerts/types/notices'
import { days, hours } from '#kit/time'
import type { Notices } from '#space-weather/endpoints/notices'

type Notice = Notices['notices'][number]

/** Alerts of one run; what is beyond is found by the next. */
const MAX_ALERTS = 20
/** What was issued before that is no news, in milliseconds. */
const NEWS_MS = days(1)
/** How much older than the newest one that is known a notice may be and still be news, in milliseconds. */
const LATE_MS = hours(1)

interface State {
  /** Issue of the newest notice that is known, ISO 8601 UTC; empty before the first look. */
  readonly newest: string
  /** Those of the last hour before it, so that each is announced once. */
  readonly known: readonly string[]
}

/**
 * Finds notices that NOAA has issued, each once, oldest first. At the first look all of it is an archive.
 * So is later what is older than the notices that are known, as where the file had lost a part of itself.
 */
export const noaaNotices: Detector<State, Notices> = {
  id: 'noaa-notices',
  initial: { newest: '', known: [] },
  detect(before, { notices, as_of, source }, now) {
    const oldestFirst = notices.toReversed()
    const from = Math.max(Date.parse(before.newest || as_of) - LATE_MS, now - NEWS_MS)
    const isNew = (notice: Notice) =>
      before.newest !== '' && Date.parse(notice.issued_at) > from && !before.known.includes(idOf(notice))
    const found = oldestFirst.filter(isNew).slice(0, MAX_ALERTS)
    const seen = found.length < MAX_ALERTS ? notices : found
    const newest = [before.newest, ...seen.map(({ issued_at }) => issued_at)].sort().at(-1) ?? ''
    const alerts = found.flatMap((notice) => {
      const { first_serial: _, ended_by: __, in_force: ___, in_force_until: ____, ...facts } = notice
      if (notice.kind === 'other') return []
      const at = Date.parse(notice.issued_at)
      const data = { ...facts, observed_at: as_of, source, url: '/v1/space-weather/notices' }
      return [factsOf(noticeTypes[notice.kind], { subject: subjectOf(notice), at, data })]
    })
    const isRecent = (id: string) => Date.parse(id.slice(0, newest.length)) > Date.parse(newest) - LATE_MS
    const known = [...new Set([...before.known, ...seen.map(idOf)])].filter(isRecent).sort()
    return { state: { newest, known }, alerts }
  },
}

/** A correction has the serial number of what it corrects. */
function idOf(notice: Notice): string {
  return `${notice.issued_at} ${subjectOf(notice)}`
}

function subjectOf({ code, serial, product_id }: Notice): string {
  return code === null ? product_id : `${code}-${serial ?? ''}`
}
