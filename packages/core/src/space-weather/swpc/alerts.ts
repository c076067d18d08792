import { days, parseUtc } from '#kit/time'
import { type Notice, readNotice } from '#space-weather/notices/message'
import { latestPlausible, toRow } from '#upstreams/parse/fields'
import { readJson } from '#upstreams/parse/json'
import { ShapeError } from '#upstreams/parse/shape'
import { upstream } from '#upstreams/upstream'

/** Characters of a message at most; the longest seen has a thousand. */
const MAX_MESSAGE = 4_000

/**
 * The notices of NOAA SWPC of about a month, newest first. The Sun may be quiet for weeks, so that only an
 * archive that ended long ago is late.
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
 * Reads every message. What one message does not say, or says in an unknown form, is `null`; the file is
 * refused if its rows changed, or if the messages have lost what all of them had.
 */
function parseArchive(body: string, now: number): readonly Notice[] {
  const rows = readJson(body)
  if (!Array.isArray(rows) || rows.length === 0) throw new ShapeError('there are no rows')
  const notices = rows.map((each): Notice => {
    const { product_id: productId, issue_datetime, message } = toRow(each) ?? {}
    const unusable = (name: string, value: unknown) =>
      new ShapeError(`${name} ${value === undefined ? 'is missing' : 'has no usable value'}`)
    const issuedAt = parseUtc(issue_datetime)
    if (typeof productId !== 'string' || !/^[A-Z0-9]{1,10}$/.test(productId))
      throw unusable('product_id', productId)
    if (issuedAt === null || issuedAt > latestPlausible(now)) throw unusable('issue_datetime', issue_datetime)
    if (typeof message !== 'string' || message.trim() === '' || message.length > MAX_MESSAGE)
      throw unusable('message', message)
    return readNotice({ productId, issuedAt, message })
  })
  for (const [name, isKnown] of Object.entries(EXPECTED))
    if (!notices.some(isKnown)) throw new ShapeError(`${name} is missing`)
  if (sum(notices, 'unread') > sum(notices, 'read'))
    throw new ShapeError('the times in the messages have no usable value')
  return notices.sort((one, other) => other.issuedAt - one.issuedAt)
}

/** What at least one message of a file has, by its words in the messages. */
const EXPECTED: Readonly<Record<string, (notice: Notice) => boolean>> = {
  'Space Weather Message Code': ({ code }) => code !== null,
  'Serial Number': ({ serial }) => serial !== null,
  'the headline': ({ headline }) => headline !== null,
}

function sum(notices: readonly Notice[], which: keyof Notice['times']): number {
  return notices.reduce((total, { times }) => total + times[which], 0)
}
