import { expect, it, vi } from 'vitest'
import { run, serve } from '../../cli/program.ts'
import { orInSoak } from '../../support/tier.ts'
import { ask, centralInstance, issue, PATIENCE, roadTo } from '../two-processes.ts'

const DAY = 86_400_000
const STARTED_AT = Date.now()
const dayAt = (back: number) => new Date(STARTED_AT - back * DAY).toISOString().slice(0, 10)
/** What was recorded, without the times of a response, which change every hour. */
const recordsIn = (text: string) => (text.startsWith('{"source"') ? text.slice(text.indexOf('"data"')) : text)

/** The first day that is compared, in days before today; the third is the last that is closed at any hour. */
const FIRST = orInSoak(4, 7)

it('a mirror that has fetched the closed days of a week serves them without the network, after a restart', {
  timeout: 900_000,
}, async () => {
  const {
    folder,
    central,
    key: centralKey,
    keyFile,
  } = await centralInstance({ withShells: false, withJobs: true })
  const env = { HOME: folder }
  const [start, stop] = [dayAt(FIRST), dayAt(2)]
  // The report comes after the past: before it, a closed day with a gap would be valid for an hour.
  const centralStore = ['--store', `sqlite:${folder}/central.sqlite`]
  const readerOfReports = await issue(centralStore, folder, ['--tier', 'enterprise'])
  await vi.waitFor(async () => {
    const { text } = await ask(central, '/v1/reports', readerOfReports)
    expect(JSON.parse(text)).toMatchObject({ data: { count: 1 } })
  }, PATIENCE.timeout)

  const road = await roadTo(central.url)
  const store = ['--store', `sqlite:${folder}/mirror.sqlite`]
  const args = ['--hapi', '--mirror', road.url, '--mirror-key-file', keyFile, ...store]
  const mirror = await serve([...args, '--prefetch'], env)
  const key = await issue(store, folder)
  // The groups come after the days.
  await vi.waitFor(() => expect(road.asked).toContain('/v1/tle/visual'), PATIENCE.timeout)
  // A day fetched in the last second of an hour is no-store: the next round brings it, or a client does.
  for (const path of road.unkept) if (path.includes('/series?')) await ask(mirror, path, key)
  const backs = Array.from({ length: FIRST - 2 }, (_, i) => FIRST - i)
  const days = backs.map((back) => `start=${dayAt(back)}&stop=${dayAt(back - 1)}`)
  const paths = [
    ...['kp_3h', 'kp_gfz', 'wind', 'mag', 'xray', 'proton'].flatMap((id) => [
      `/hapi/data?dataset=${id}&start=${start}&stop=${stop}`,
      `/hapi/data?dataset=${id}&start=${start}&stop=${stop}&format=binary`,
    ]),
    ...days.flatMap((day) => ['kp', 'wind', 'mag'].map((name) => `/v1/space-weather/${name}/series?${day}`)),
  ]
  const originals = new Map<string, string>()
  for (const path of paths) {
    const { status, text } = await ask(central, path, centralKey)
    expect([path, status, text.length > 300]).toEqual([path, 200, true])
    originals.set(path, recordsIn(text))
  }
  const doctor = await run(['doctor', mirror.url], { ...env, SPACE_DATA_KEY: key })
  expect([doctor.code, doctor.stderr]).toEqual([0, ''])
  const drawn = await run(['series', 'mag', '--last', '5d', '--base', mirror.url], {
    ...env,
    SPACE_DATA_KEY: key,
  })
  expect(drawn.stdout).toMatch(/^Bz \(GSM\) .*[▁▂▃▄▅▆▇█]{20}/m)
  const plots = await ask(mirror, '/weather?span=7d')
  expect(plots.text).not.toContain('cannot be fetched')

  central.child.kill('SIGKILL')
  mirror.child.kill('SIGTERM')
  await Promise.all([central.finished, mirror.finished])
  const again = await serve(args, env)
  for (const path of paths) {
    const { status, text } = await ask(again, path, key)
    expect([path, status]).toEqual([path, 200])
    expect(recordsIn(text) === originals.get(path), path).toBe(true)
  }
  const before = await ask(again, `/hapi/data?dataset=wind&start=${dayAt(40)}&stop=${dayAt(39)}`)
  expect(before.status).toBe(400)
  const local = await run(['series', 'wind', '--csv', '--step', '1h'], {
    ...env,
    SPACE_DATA_MIRROR: road.url,
    SPACE_DATA_MIRROR_KEY_FILE: keyFile,
  })
  expect(local.stderr).toContain('central instance')
  expect(local.stderr).not.toContain('makes no requests to providers')
})
