import { createSpaceData, defaultLimits, InvalidOptionError, type SpaceDataOptions } from '@space-data/core'
import { expect, test } from 'vitest'
import { SETTINGS } from '../../packages/cli/src/config/settings.ts'
import { stoppedClock, testService } from '../support/service.ts'

const { now } = stoppedClock()

/** Sends `requests` from one network and returns how many are admitted. */
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
  'limits.%s of %s is rejected with an error that names it',
  (name, limit) => {
    refuses({ limits: { [name]: limit } }, new RegExp(`^limits\\.${name} must be `))
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

test.each(PREFIXES)('core and CLI agree on whether %j is a valid key prefix', (keyPrefix) => {
  const isGood = SETTINGS.keyPrefix.takes.accepts(keyPrefix)
  if (isGood) expect(() => createSpaceData({ keyPrefix })).not.toThrow()
  else refuses({ keyPrefix }, /^keyPrefix must have /)
})

test.each([Number.NaN, -1, Number.NEGATIVE_INFINITY, '60000'])('staleIfErrorMs of %s is rejected', (ms) => {
  refuses({ staleIfErrorMs: ms }, /^staleIfErrorMs\b/)
})

test('staleIfErrorMs may be 0 or longer than entries are kept', () => {
  for (const staleIfErrorMs of [0, 0.5, Number.POSITIVE_INFINITY]) createSpaceData({ staleIfErrorMs })
})

test.each(['(копия)', 'é', 'a\nb', '\t', '\x7f'])('a source note of %j is rejected', (sourceNote) => {
  refuses({ sourceNote }, /^sourceNote: /)
})

test('a source note of printable ASCII is sent in x-source', async () => {
  const { ask } = await testService({ sourceNote: '(~copy!)' })
  const { headers } = await ask('GET', '/v1/tle/stations')
  expect(headers.get('x-source')).toMatch(/ \(~copy!\)$/)
})

test('a request succeeds although onError throws', async () => {
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
  expect(make).toThrow(InvalidOptionError)
  expect(make).toThrow(says)
}
