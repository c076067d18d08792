import { expect, test } from 'vitest'
import { cpuOf } from '../../support/cpu.ts'
import { stoppedClock, testService } from '../../support/service.ts'

const MINUTE = 60_000

test('text for a new place costs a small part of a page that is made anew', {
  timeout: 300_000,
}, async () => {
  const { spaceData, clock } = await testService({}, stoppedClock())
  const send = async (path: string) => {
    const request = new Request(`http://space-data.test${path}`, { headers: { accept: '*/*' } })
    expect((await spaceData.handle(request, { ip: '192.0.2.1' })).status).toBe(200)
  }
  let places = 0
  const atNewPlace = () => {
    places += 1
    return send(`/?at=${(places % 90) - 30},${Math.floor(places / 90)}`)
  }
  const anew = () => {
    clock.advance(MINUTE)
    return send('/')
  }
  await atNewPlace()
  const [place = 0, page = 0] = await cpuOf([atNewPlace, anew], { rounds: 5, times: 10 })
  console.log(
    `FIGURE places: ${place.toFixed(1)} ms CPU for each new one, ${page.toFixed(1)} ms for a page made anew`,
  )
  expect(place).toBeLessThan(page / 5)
})
