import { factsOf } from '#features/alerts/alert-type'
import type { Detector } from '#features/alerts/detector'
import { noticeTypes } from '#features/alerts/types/notices'
import type { Notices } from '#features/space-weather/notices/notices'
import { days, hours } from '#kernel/kit/time'

type Notice = Notices['notices'][number]

/** Maximum number of alerts per run. The next run finds further ones. */
const MAX_ALERTS = 20
/** Maximum age of a notice that counts as news, in milliseconds. */
const NEWS_MS = days(1)
/** How much older than the newest known notice a notice may be to count as news, in milliseconds. */
const LATE_MS = hours(1)

interface State {
  /** Time of issue of the newest known notice, ISO 8601 UTC; empty before the first observation. */
  readonly newest: string
  /** Known notices of the hour before it, so that each is announced once. */
  readonly known: readonly string[]
}

/**
 * Finds notices that NOAA has issued, each once, oldest first. At the first observation, all notices are
 * treated as an archive. Later, this applies to notices older than the known ones, for example after the file
 * had lost some of them.
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

/** A correction has the serial number of the notice that it corrects. */
function idOf(notice: Notice): string {
  return `${notice.issued_at} ${subjectOf(notice)}`
}

function subjectOf({ code, serial, product_id }: Notice): string {
  return code === null ? product_id : `${code}-${serial ?? ''}`
}
