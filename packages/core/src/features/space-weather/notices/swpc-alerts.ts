import { type Notice, readNotice, withInheritedScales } from '#features/space-weather/notices/message'
import { days, parseUtc } from '#kernel/kit/time'
import { latestPlausible, toRow } from '#kernel/upstreams/parse/fields'
import { readJson } from '#kernel/upstreams/parse/json'
import { memberOf } from '#kernel/upstreams/parse/members'
import { readRows } from '#kernel/upstreams/parse/rows'
import { ShapeError } from '#kernel/upstreams/parse/shape'
import { type ParseListeners, upstream } from '#kernel/upstreams/upstream'

/** Maximum length of a message in characters. The longest message so far has a thousand. */
const MAX_MESSAGE = 4_000

/**
 * NOAA SWPC's notices of about a month, newest first. The Sun may be quiet for weeks, so the archive is late
 * only if its last notice is very old.
 */
export const noticeArchive = upstream<unknown, readonly Notice[]>({
  id: 'swpc-alerts',
  provider: 'swpc',
  label: 'alerts, watches and warnings',
  target: () => '/products/alerts.json',
  probeParams: undefined,
  parse: parseArchive,
  newestAt: ([newest]) => newest?.issuedAt ?? null,
  cadenceMs: days(5),
  maxBytes: 2 * 1024 * 1024,
})

/**
 * Reads every message. A part that a message lacks, or has in an unknown form, is `null`. The file is
 * rejected if a part that messages used to have is missing from all of them.
 */
function parseArchive(body: string, now: number, { onRows }: ParseListeners = {}): readonly Notice[] {
  const rows = readJson(body)
  if (!Array.isArray(rows) || rows.length === 0) throw new ShapeError('there are no rows')
  const isUsable = (message: string) => message.trim() !== '' && message.length <= MAX_MESSAGE
  const notices = readRows(
    rows,
    (each): Notice => {
      const row = toRow(each)
      const text = (name: string, isGood: (value: string) => boolean) =>
        memberOf(row, name, (value) => (typeof value === 'string' && isGood(value) ? value : null))
      const productId = text('product_id', (value) => /^[A-Z0-9]{1,10}$/.test(value))
      const issuedAt = memberOf(row, 'issue_datetime', (value) => {
        const at = parseUtc(value)
        return at === null || at > latestPlausible(now) ? null : at
      })
      return readNotice({ productId, issuedAt, message: text('message', isUsable) })
    },
    { onRows },
  )
  for (const [name, isKnown] of Object.entries(EXPECTED))
    if (!notices.some(isKnown)) throw new ShapeError(`${name} is missing`)
  if (sum(notices, 'unread') > sum(notices, 'read'))
    throw new ShapeError('the times in the messages have no usable value')
  return withInheritedScales(notices.sort((one, other) => other.issuedAt - one.issuedAt))
}

/** Parts that at least one message of a file must have, by their names in the messages. */
const EXPECTED: Readonly<Record<string, (notice: Notice) => boolean>> = {
  'Space Weather Message Code': ({ code }) => code !== null,
  'Serial Number': ({ serial }) => serial !== null,
  'the headline': ({ headline }) => headline !== null,
}

function sum(notices: readonly Notice[], which: keyof Notice['times']): number {
  return notices.reduce((total, { times }) => total + times[which], 0)
}
