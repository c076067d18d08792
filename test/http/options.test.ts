import { createSpaceData, defaultLimits, type SpaceDataOptions } from '@space-data/core'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { schema } from '../../packages/cli/src/config/schema.ts'
import { stoppedClock, testService } from '../support/service.ts'

const { now } = stoppedClock()

/** How many of so many requests a network is admitted with. */
async function admitted(limits: unknown, requests: number): Promise<number> {
  const { spaceData } = await testService({ limits } as SpaceDataOptions)
  const ask = () => spaceData.handle(new Request('http://space-data.test/ref'), { ip: '192.0.2.1' })
  const answers = await Promise.all(Array.from({ length: requests }, ask))
  return answers.filter(({ status }) => status === 200).length
}

test.each([
  [undefined, 600],
  [{}, 600],
  [{ referencePerMinute: undefined }, 600],
  [{ issuancePerHour: 1 }, 600],
  [{ referencePerMinute: 3 }, 3],
  [{ referencePerMinute: 0 }, 0],
])('limits of %j admit %i requests', async (limits, expected) => {
  expect(await admitted(limits, 610)).toBe(expected)
})

const NAMES = Object.keys(defaultLimits)
const NO_LIMITS = [Number.NaN, Number.POSITIVE_INFINITY, -1, 1.5, '120', null]

test.each(NAMES.flatMap((name) => NO_LIMITS.map((limit) => [name, limit] as const)))(
  'limits.%s of %s is refused by its name',
  (name, limit) => {
    refuses({ limits: { [name]: limit } }, new RegExp(`^limits\\.${name}: `))
  },
)

const PREFIXES = [
  'sd_live_',
  'a',
  '-',
  'x'.repeat(32),
  '',
  'x'.repeat(33),
  'sd live',
  'sd.',
  'é',
  'sd_\n',
  '\0',
]

test.each(PREFIXES)('a key prefix of %j is for the core what it is for the CLI', (keyPrefix) => {
  const isGood = v.safeParse(schema, { key_prefix: keyPrefix }).success
  if (isGood) expect(() => createSpaceData({ keyPrefix })).not.toThrow()
  else refuses({ keyPrefix }, /^keyPrefix: /)
})

test.each([Number.NaN, -1, Number.NEGATIVE_INFINITY, '60000'])('staleIfErrorMs of %s is refused', (ms) => {
  refuses({ staleIfErrorMs: ms }, /^staleIfErrorMs: /)
})

test('staleIfErrorMs may be nothing, or more than is kept', () => {
  for (const staleIfErrorMs of [0, 0.5, Number.POSITIVE_INFINITY]) createSpaceData({ staleIfErrorMs })
})

test.each(['(копия)', 'é', 'a\nb', '\t', '\x7f'])('a source note of %j is refused', (sourceNote) => {
  refuses({ sourceNote }, /^sourceNote: /)
})

test('a source note of printable ASCII comes out in the header', async () => {
  const { ask } = await testService({ sourceNote: '(~copy!)' })
  const { headers } = await ask('GET', '/v1/tle/stations')
  expect(headers.get('x-source')).toMatch(/ \(~copy!\)$/)
})

test('an onError that throws fails no request', async () => {
  let told = 0
  const spaceData = createSpaceData({
    now,
    fetch: () => Promise.reject(new Error('nobody is there')),
    onError() {
      told += 1
      throw new Error('the log is broken')
    },
    onEvent() {
      throw new Error('the listener is broken')
    },
  })
  const ask = (path: string) => spaceData.handle(new Request(`http://space-data.test${path}`))
  expect((await ask('/v1/tle/stations')).status).toBe(503)
  expect((await ask('/ref')).status).toBe(200)
  expect(told).toBeGreaterThan(1)
})

function refuses(options: unknown, says: RegExp): void {
  const make = () => createSpaceData(options as SpaceDataOptions)
  expect(make).toThrow(TypeError)
  expect(make).toThrow(says)
}
