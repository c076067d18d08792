import { describe, expect, test, vi } from 'vitest'
import {
  asked,
  assertSound,
  type FeedCase,
  feedCases,
  LONG,
  onlyFeed,
  storedOf,
} from '../faults/upstream-feeds.ts'
import { mutant, random } from '../faults/upstream-mutants.ts'
import type { InstanceContext } from '../support/context.ts'
import { testContext } from '../support/context.ts'
import { feeds } from '../support/table.ts'
import { orInSoak } from '../support/tier.ts'

vi.setConfig({ testTimeout: 120_000 })

const tally = { cuts: 0, wrong: 0, mutants: 0, served: 0 }

test('every feed has a fault case', () => {
  expect(feedCases.map(({ id }) => id).sort()).toEqual(feeds.map(({ id }) => id).sort())
})

/** A feed that has answered well once, on a clock and with a body that a test turns. */
async function onceGood(feed: FeedCase) {
  const base = testContext()
  const upstream = { asked: 0, body: new Blob([feed.body(base.time.at)]) }
  const fetch = onlyFeed(feed, async () => {
    upstream.asked += 1
    return new Response(await upstream.body.arrayBuffer())
  })
  const context: InstanceContext = { ...base, fetch }
  const first = await asked(feed, context)
  expect(first.status).toBe(200)
  assertSound(feed, first.text, base.time.at)
  const good = await kept(context)

  return {
    time: base.time,
    /** Asks when the last answer is no longer valid, and says what came of it. */
    async next(body: BlobPart) {
      base.time.at += LONG
      upstream.body = new Blob([body])
      const before = upstream.asked
      const answer = await asked(feed, context)
      expect(upstream.asked).toBe(before + 1)
      return answer
    },
    good,
    kept: () => kept(context),
  }
}

/** What the store holds once all writes are through. */
async function kept(context: InstanceContext): Promise<string> {
  await new Promise((resolve) => setImmediate(resolve))
  return storedOf(context)
}

/**
 * An empty body is how DONKI may say that there was nothing of a rare kind; a TLE document cut between two
 * lines is one of fewer objects.
 */
const isWhole = (feed: FeedCase, body: string) =>
  (/FLR|SEP/.test(feed.at) && body.trim() === '') || (!body.startsWith('[') && /[^\n]\n.*\n$/s.test(body))

/** Mutants of a feed of which some are served and some are not. */
const ENOUGH = 100
/** From how many characters on a body, whose rows are all alike, is tried less: it takes half a second. */
const LONG_BODY = 100_000
const LESS = 4

describe.each(feedCases.map((feed) => [feed.id, feed] as const))('%s', (_, feed) => {
  test('a body cut at any byte is neither served nor stored, and the cached copy stays', async () => {
    const { next, time, good, kept } = await onceGood(feed)
    const { length } = feed.body(time.at)
    // A grid is so long that every byte of it would take an hour.
    const cuts = orInSoak(300, 1_000) / (length > LONG_BODY ? LESS : 1)
    const step = length > 10_000 ? Math.ceil(length / cuts) : orInSoak(7, 1)
    for (let end = 0; end < length; end += step) {
      const cut = feed.body(time.at + LONG).slice(0, end)
      if (isWhole(feed, cut)) continue
      const { status } = await next(cut)
      if (status < 502) throw new Error(`cut at ${end}: ${status}`)
      tally.cuts += 1
    }
    expect(await kept()).toBe(good)
  })

  test('a malformed body is neither served nor stored, and the cached copy stays', async () => {
    const { next, time, good, kept } = await onceGood(feed)
    for (const [what, body] of wrongBodies(feed.body(time.at))) {
      if (isNothing(feed, what)) continue
      const { status } = await next(body)
      if (status < 502) throw new Error(`${what}: ${status}`)
      tally.wrong += 1
    }
    expect(await kept()).toBe(good)
  })

  test('a byte order mark is ignored', async () => {
    const { next, time } = await onceGood(feed)
    const { status, text } = await next(`\uFEFF${feed.body(time.at + LONG)}`)
    expect(status).toBe(200)
    assertSound(feed, text, time.at)
  })

  test('a mutated body is served only within the published bounds, and else not stored', async () => {
    const { next, time, good, kept } = await onceGood(feed)
    const isLong = feed.body(time.at).length > LONG_BODY
    const each = Math.ceil(orInSoak(400, 100_000) / feedCases.length / (isLong ? LESS : 1))
    const draw = random(feed.id)
    let stored = good
    let served = 0
    for (let i = 0; i < each; i += 1) {
      const body = mutant(feed.body(time.at + LONG), draw, time.at + LONG)
      const { status, text } = await next(body)
      tally.mutants += 1
      if (status === 200) {
        served += 1
        try {
          assertSound(feed, text, time.at)
        } catch (error) {
          throw new Error(`served of ${body}: ${text}`, { cause: error })
        }
        stored = await kept()
      } else if (i % 10 === 0) {
        expect(await kept()).toBe(stored)
      }
    }
    expect(await kept()).toBe(stored)
    // Of few, all or none may be served.
    if (each >= ENOUGH) {
      if (!feed.isStrict) expect(served).toBeGreaterThan(0)
      expect(served).toBeLessThan(each)
    }
    tally.served += served
  })
})

test('the figures of malformed bodies are printed', () => {
  console.log(
    `FIGURE upstream bodies cut at every byte of ${feeds.length} feeds: ${tally.cuts} cuts, 0 served, 0 stored`,
  )
  console.log(`FIGURE upstream wrong bodies: ${tally.wrong} over ${feeds.length} feeds, 0 served, 0 stored`)
  console.log(
    `FIGURE upstream mutants: ${tally.mutants} over ${feeds.length} feeds, ${tally.served} served within bounds, 0 bad served, 0 bad stored`,
  )
  expect(tally.served).toBeGreaterThan(0)
  expect(tally.served).toBeLessThan(tally.mutants)
  expect(tally.wrong).toBeGreaterThanOrEqual(40 * (feeds.length - 4))
})

/** Bodies with status 200 that hold no data, whatever the feed. */
function wrongBodies(whole: string): [what: string, body: BlobPart][] {
  const bytes = new TextEncoder().encode(whole)
  return [
    ['nothing', ''],
    ['a space', ' '],
    ['line ends', '\r\n\r\n'],
    ['a page', '<!doctype html><html><body>Service Unavailable</body></html>'],
    ['a page with the data in it', `<html><body><pre>${whole}</pre></body></html>`],
    ['a login page', '<html><form action="/login"><input name="password"></form></html>'],
    ['an error in XML', '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>'],
    ['an error in JSON', '{"error":"internal","message":"try again"}'],
    ['a throttle in JSON', '{"detail":"Request was throttled."}'],
    ['null', 'null'],
    ['true', 'true'],
    ['false', 'false'],
    ['a number', '42'],
    ['a negative number', '-9999'],
    ['NaN', 'NaN'],
    ['Infinity', 'Infinity'],
    ['undefined', 'undefined'],
    ['a text', '"unavailable"'],
    ['a bare word', 'unavailable'],
    ['an empty object', '{}'],
    ['an empty array', '[]'],
    ['an array of nothing', '[null]'],
    ['an array of arrays', '[[]]'],
    ['an array of anything', '[null,[],1,"x"]'],
    ['an array of headers', '[["time_tag","speed"]]'],
    ['an array of numbers', '[1,2,3]'],
    ['an array of texts', '["a","b"]'],
    ['an array of empty objects', '[{},{}]'],
    ['an object of other things', '{"a":[1],"b":{"c":null}}'],
    ['results that are none', '{"count":1,"results":{}}'],
    ['results of nothing', '{"count":1,"results":[null]}'],
    ['a bracket', '['],
    ['a thousand brackets', '['.repeat(1_000)],
    ['a prototype', '{"__proto__":{"length":1},"constructor":null}'],
    ['an array with a comma too many', '[{"time_tag":"2026-11-21T12:00:00Z"},]'],
    ['the data, commented', `/* ${whole.slice(0, 40)} */`],
    ['the data in single quotes', whole.replaceAll('"', "'").replaceAll(',', ';')],
    ['NUL bytes', '\0\0\0\0\0\0\0\0'],
    ['the data, packed', new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, ...bytes.slice(0, 200)])],
    ['random bytes', Uint8Array.from({ length: 500 }, (_, i) => (i * 7_919) % 256)],
    ['columns of another document', 'OBJECT_NAME,OWNER\r\nISS,US\r\n'],
    ['columns without rows', 'OBJECT_NAME,EPOCH,MEAN_MOTION,NORAD_CAT_ID\r\n'],
    ['a TLE', 'ISS\n1 25544U 98067A   26\n2 25544  51.6\n'],
  ]
}

/** Bodies by which a feed may say that there is nothing to tell. */
function isNothing({ id }: FeedCase, what: string): boolean {
  const isDonki = id.startsWith('donki-')
  if (isDonki && id !== 'donki-cme' && ['nothing', 'a space', 'line ends'].includes(what)) return true
  return (isDonki || id === 'swpc-flares-7d') && what === 'an empty array'
}
