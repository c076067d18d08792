import { describe, expect, test } from 'vitest'
import { testService } from '../support/service.ts'

const BAD_NUMBERS = [
  '025544',
  '+1',
  '-1',
  '1e3',
  '0x10',
  '%2012',
  '12abc',
  '1.0',
  '%EF%BC%99',
  '9999999999',
  '0',
  '%00',
  '%zz',
  '%E0%A4%A',
]

describe.each(['/v1/objects/', '/shell/density/'])('%s', (prefix) => {
  test.each(BAD_NUMBERS)('%s is 400 invalid_parameter', async (value) => {
    const { get } = await testService()
    const { status, json } = await get(prefix + value)
    expect(status).toBe(400)
    expect(json.error).toBe('invalid_parameter')
  })
})

test.each(['149', '2001', '785.5', '99999'])(
  'altitude %s is outside the range: 400, not 404',
  async (alt) => {
    const { get } = await testService()
    expect((await get(`/shell/density/${alt}`)).status).toBe(400)
  },
)

test.each(['-1', '250000001', 'many', '1e3', ''])('bytes=%s is 400', async (bytes) => {
  const { get } = await testService()
  expect((await get(`/v1/speedtest/down?bytes=${bytes}`)).status).toBe(400)
})

test('a known parameter given twice is 400, and the message repeats nothing that was sent', async () => {
  const { get } = await testService()
  expect((await get('/v1/speedtest/down?bytes=1&bytes=2')).status).toBe(400)
  const { text } = await get('/v1/objects/marker-of-mine')
  expect(text).not.toContain('marker-of-mine')
})
