import { expect, test } from 'vitest'
import { cpuOf } from '../../support/cpu.ts'
import { plenty, testService } from '../../support/service.ts'
import { LONG_ACCEPT, LONG_PARAMETERS } from '../long-accept.ts'

test('a refusal costs the same with 15 kB of Accept', { timeout: 120_000 }, async () => {
  const { spaceData } = await testService({ limits: { ...plenty, refusedPerMinute: 10 } })
  const sendWith = (accept: string) => () => {
    const request = new Request('http://space-data.test/nope', { headers: { accept } })
    return spaceData.handle(request, { ip: '192.0.2.1' })
  }
  for (let n = 0; n < 11; n += 1) await sendWith('text/html')()
  expect((await sendWith(LONG_ACCEPT)()).status).toBe(429)
  const ways = ['text/html', LONG_ACCEPT, LONG_PARAMETERS].map(sendWith)
  const [short = 0, ...longer] = await cpuOf(ways)
  const long = Math.max(...longer)
  console.log(
    `FIGURE refused: ${short.toFixed(3)} ms CPU with a short Accept, ${long.toFixed(3)} ms with 15 kB of it`,
  )
  expect(long).toBeLessThan(4 * short)
})
