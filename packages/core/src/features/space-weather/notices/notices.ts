import * as v from 'valibot'
import { ENDINGS, fatesOf, isInForce } from '#features/space-weather/notices/in-force'
import type { Notice } from '#features/space-weather/notices/message'
import { noticeMembers, toNoticeData } from '#features/space-weather/notices/notice-data'
import { noticeArchive } from '#features/space-weather/notices/swpc-alerts'
import { dataEndpoint } from '#kernel/endpoint/data-endpoint'
import { instantParameter, optional } from '#kernel/endpoint/query-parameters'
import { count, instant, named, oneOf, orNull, sourceLabel, wholeNumber } from '#kernel/endpoint/schemas'
import { withSelection } from '#kernel/endpoint/selection'
import { type Facts, fromFeed } from '#kernel/endpoint/source'
import { iso, minutes } from '#kernel/kit/time'

const { code, serial, issued_at } = noticeMembers

const notice = v.strictObject({
  ...noticeMembers,
  first_serial: v.pipe(
    serial,
    v.description(
      'Serial number of the first notice in its chain of extensions; its own serial number if it extends ' +
        'no other notice',
    ),
  ),
  ended_by: v.pipe(
    v.nullable(named('NoticeEnding', v.strictObject({ by: oneOf('How', ENDINGS), code, serial, issued_at }))),
    v.description('First later notice that ended it; null if none did'),
  ),
  in_force: v.pipe(v.boolean(), v.description('Whether the notice is in force at as_of'), v.examples([true])),
  in_force_until: orNull(
    instant(
      'Time at which the notice ceases or ceased to be in force; null for a notice that is never in force, ' +
        'such as a summary',
    ),
  ),
})

const data = v.strictObject({
  count: count('Number of notices listed', 1),
  in_force_count: count('Number of listed notices that are in force', 1),
  notices: v.pipe(v.array(named('Notice', notice)), v.description('Newest first')),
  as_of: instant('Time the list was fetched'),
  source: sourceLabel('NOAA SWPC alerts, watches and warnings'),
})

export type Notices = v.InferOutput<typeof data>

const selection = {
  in_force: optional(
    v.pipe(
      v.picklist(['true', 'false']),
      v.description('Only notices that are in force, or only notices that are not: true or false'),
      v.examples(['true']),
    ),
  ),
  scale: optional(
    v.pipe(
      v.string(),
      v.regex(/^[GSR][1-5]?$/),
      v.maxLength(2),
      v.description('Only notices on a scale, optionally from a level upwards: G, S or R, or for example G3'),
      v.examples(['G3']),
    ),
  ),
  since: optional(instantParameter('Only notices issued at or after this time', '2026-11-20T00:00:00Z')),
  limit: optional(wholeNumber('Maximum number of notices: 1 to 500; default all', 20, { max: 500 })),
}

type Selected = { readonly [Name in keyof typeof selection]?: v.InferOutput<(typeof selection)[Name]> }

const endpoint = dataEndpoint({
  path: '/v1/space-weather/notices',
  operationId: 'listNotices',
  summary: 'Watches, warnings, alerts and summaries of NOAA SWPC',
  description:
    'Notices that NOAA published in about the last month. Most of them are no longer in force. A notice is ' +
    'in force from its issue until its validity ends, or until a later notice extends, corrects, cancels ' +
    'or supersedes it. Alerts do not state an end. An alert about the K index is in force until the end of ' +
    'its three-hour window. An alert about protons, electrons or X-rays is in force until its summary is ' +
    'issued, for at most 24 hours (protons: 7 days). Any other alert refers to a single point in time. ' +
    'Alerts detected by this service are in /v1/alerts.',
  tag: 'Space weather',
  access: 'optional_key',
  ttlMs: minutes(1),
  data: named('Notices', data),
  source: fromFeed(noticeArchive, toNoticesData),
})

/** Serves NOAA's notices, or a selection of them. */
export const notices = withSelection(endpoint, selection, selectNotices)

function toNoticesData(archive: readonly Notice[], { source, fetchedAt }: Facts<unknown>): Notices {
  const fates = fatesOf(archive)
  const list = archive.map((each, index): Notices['notices'][number] => {
    const fate = fates[index] ?? { endedBy: null, until: null, firstSerial: null }
    const { endedBy, until } = fate
    return {
      ...toNoticeData(each),
      first_serial: fate.firstSerial,
      ended_by: endedBy && {
        by: endedBy.by,
        code: endedBy.notice.code,
        serial: endedBy.notice.serial,
        issued_at: iso(endedBy.notice.issuedAt),
      },
      in_force: isInForce(each, fate, fetchedAt),
      in_force_until: until === null ? null : iso(until),
    }
  })
  return { ...counted(list), as_of: iso(fetchedAt), source }
}

function selectNotices({ notices, ...rest }: Notices, { in_force, scale, since, limit }: Selected): Notices {
  const from = since === undefined ? 0 : Date.parse(since)
  const selected = notices.filter(
    (each) =>
      (in_force === undefined || String(each.in_force) === in_force) &&
      (scale === undefined || (each.scale === scale[0] && (each.level ?? 0) >= Number(scale[1] ?? 0))) &&
      Date.parse(each.issued_at) >= from,
  )
  return { ...rest, ...counted(selected.slice(0, limit)) }
}

/** Returns the notices that are in force, the highest level first, then the newest first. */
export function inForceByStep({ notices }: Notices): Notices['notices'] {
  const current = notices.filter(({ in_force }) => in_force)
  return current.sort((one, other) => (other.level ?? 0) - (one.level ?? 0))
}

function counted(notices: Notices['notices']) {
  return { count: notices.length, in_force_count: notices.filter(({ in_force }) => in_force).length, notices }
}
