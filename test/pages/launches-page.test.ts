import { expect, test } from 'vitest'
import { launchesAhead } from '../../packages/charts/src/launch-time.ts'
import { stoppedClock, testService } from '../support/service.ts'

const HTML = { accept: 'text/html' }

async function launchesPage(options: Parameters<typeof testService>[0] = {}) {
  const { ask, get } = await testService(options, stoppedClock())
  const { status, text, headers } = await ask('GET', '/launches', HTML)
  return { status, text, headers, get }
}

test('the next launch has a countdown, every launch is listed under its day, and its time is as exact as known', async () => {
  const { text, get } = await launchesPage()
  const { launches } = (await get('/v1/launches/upcoming')).json.data
  const [next] = launchesAhead(launches, Date.parse('2026-11-21T12:00:00Z'))
  expect(text).toMatch(new RegExp(`class="countdown"><span data-until="${next?.net}">in `))
  const listed = [...text.matchAll(/<li class="alert launch" id="([^"]*)"/g)].map(([, id]) => id)
  expect(listed).toEqual(launches.map(({ id }: { id: string }) => id))
  const times = [...text.matchAll(/<li class="alert launch"[^>]*><time [^>]*>([^<]*)/g)].map(([, at]) => at)
  const shapes: Record<string, RegExp> = {
    second: /^\d\d:\d\d$/,
    minute: /^\d\d:\d\d$/,
    hour: /^\d\d:\d\d$/,
    day: /^time open$/,
    month: /^[A-Z][a-z]+ 20\d\d$/,
    quarter: /^Q[1-4] 20\d\d$/,
    half: /^H[12] 20\d\d$/,
    year: /^20\d\d$/,
  }
  for (const [i, { net_precision }] of launches.entries())
    expect(times[i]).toMatch(shapes[net_precision ?? 'day'] ?? /^$/)
})

test('the map has one mark for each launch site, which links to its next launch', async () => {
  const { text, get } = await launchesPage()
  const { launches } = (await get('/v1/launches/upcoming')).json.data
  const marks = [...text.matchAll(/<a href="#([^"]*)"><title>([^<]*): (\d+) planned</g)]
  const withPad = launches.filter(({ pad }: { pad: { latitude_deg: number } | null }) => pad !== null)
  expect(marks.reduce((sum, [, , , count]) => sum + Number(count), 0)).toBe(withPad.length)
  expect(new Set(marks.map(([, , site]) => site)).size).toBe(marks.length)
  for (const [, id] of marks) expect(text).toContain(`id="${id}"`)
  expect(text.match(/class="pad next"/g)).toHaveLength(1)
})

test('without the list the page says who does not respond, since when', async () => {
  const { status, text } = await launchesPage({ fetch: () => Promise.reject(new Error('down')) })
  expect(status).toBe(200)
  expect(text).toMatch(
    /No launches are available yet\.<\/strong> Launch Library 2 unreachable since <time [^>]*>12:00/,
  )
  expect(text).not.toContain('<svg class="pads"')
  expect(text).not.toMatch(/id="(past|people)"/)
})

test('the last launches have their outcome, and no launch is listed twice', async () => {
  const { text, get } = await launchesPage()
  const { launches } = (await get('/v1/launches/previous?limit=20')).json.data
  const ahead = (await get('/v1/launches/upcoming')).json.data.launches.map(({ id }: { id: string }) => id)
  const shown = launches.filter(({ id }: { id: string }) => !ahead.includes(id)).slice(0, 10)
  const listed = [...text.matchAll(/<li class="alert launch past"><time datetime="([^"]*)"/g)].map(
    ([, at]) => at,
  )
  expect(listed).toEqual(shown.map(({ net }: { net: string }) => net))
  expect(text).toMatch(/<section aria-labelledby="past">[\s\S]*class="state success"/)
})

test('who is in space is named by station', async () => {
  const { text, get } = await launchesPage()
  const { people, count } = (await get('/v1/people')).json.data
  const section = /<section aria-labelledby="people">[\s\S]*?<\/section>/.exec(text)?.[0] ?? ''
  expect(section).toContain(`In space: ${count}`)
  expect(section.match(/<dt>/g)).toHaveLength(2)
  for (const { name } of people) expect(section).toContain(name)
})
