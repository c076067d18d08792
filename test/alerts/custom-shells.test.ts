import { describe, expect, test } from 'vitest'
import { customShellDetector } from '../../packages/core/src/features/alerts/detectors/shell-densities.ts'
import { iso } from '../../packages/core/src/kernel/kit/time.ts'
import { shellService } from '../debris/shell-service.ts'
import { RECEIVER } from '../webhooks/endpoints/webhook-service.ts'
import { running } from './support.ts'

const DAY = 86_400_000
const NOW = Date.parse('2026-11-21T12:00:00Z')
const SHELL = { id: `shl_${'A'.repeat(20)}`, name: 'mine' }

describe('a custom shell', () => {
  const run = (n: number, objects: readonly number[]) => ({
    computed_at: iso(NOW + n * DAY),
    source: 'CelesTrak',
    shells: objects.map((objects_total, i) => ({
      altitude_min_km: 500 + i,
      altitude_max_km: 501 + i,
      objects_total,
      mean_density_per_km3: 1e-8,
    })),
  })

  test('tells its account alone of a step that has changed, by the same rule as other shells', () => {
    const detector = running(customShellDetector('acme', SHELL))
    for (let n = 0; n < 30; n += 1) expect(detector.observe(run(n, [100, 100]))).toEqual([])
    expect(detector.observe(run(30, [119.9, 119.9]))).toEqual([])
    const alerts = detector.observe(run(31, [100, 150]))
    expect(alerts).toHaveLength(1)
    expect(alerts[0]).toMatchObject({
      type: 'shell.density_changed',
      subject: SHELL.id,
      level: '501',
      audience: { account: 'acme' },
      data: {
        altitude_min_km: 501,
        altitude_max_km: 502,
        objects_total: 150,
        shell_id: SHELL.id,
        name: 'mine',
        url: `/v1/shells/${SHELL.id}/density`,
      },
    })
    expect(detector.observe(run(32, [100, 150]))).toEqual([])
  })

  test('of which everything changes at once tells the ten steps that changed most', () => {
    const detector = running(customShellDetector('acme', SHELL))
    detector.observe(run(0, Array<number>(1_860).fill(100)))
    const alerts = detector.observe(
      run(
        1,
        Array.from({ length: 1_860 }, (_, i) => 130 + i),
      ),
    )
    expect(alerts.map(({ level }) => level)).toEqual(
      Array.from({ length: 10 }, (_, i) => String(500 + 1_859 - i)),
    )
    expect(JSON.stringify(detector.state).length).toBeLessThan(50_000)
  })
})

test('the alert reaches its owner alone; those of shells have the figures of the profile', async () => {
  const { clientOf, run, objects, clock, spaceData, ask } = await shellService()
  const [own, other] = [await clientOf('shell_pro', 'acme'), await clientOf('shell_pro', 'other')]
  const headersOf = (key: string) => ({ 'x-api-key': key, 'content-type': 'application/json' })
  const body = JSON.stringify({ url: RECEIVER, types: ['shell.*'] })
  for (const { key } of [own, other]) await ask('POST', '/v1/webhooks', headersOf(key), undefined, body)
  const { id = '' } = await own.create({ altitude_min_km: 1_400, altitude_max_km: 1_450, name: 'mine' })
  const night = async (count: number) => {
    await run(objects(count))
    await spaceData.jobs.alerts.run()
    await spaceData.jobs.alerts.run()
    clock.advance(DAY)
  }
  for (let n = 0; n < 3; n += 1) await night(30)
  await night(50)
  type Alert = {
    type: string
    data: { shell_id: string | null; url: string; altitude_min_km: number; objects_total: number }
  }
  const alertsOf = async (key: string): Promise<Alert[]> => {
    const { json } = await ask('GET', '/v1/alerts?type=shell.density_changed&limit=1000', headersOf(key))
    return json.data.alerts
  }
  const customOf = async (key: string) => (await alertsOf(key)).filter(({ data }) => data.shell_id !== null)
  const alerts = await customOf(own.key)
  expect(alerts.map(({ data }) => data)).toMatchObject([
    { shell_id: id, name: 'mine', altitude_min_km: 1_400, url: `/v1/shells/${id}/density` },
  ])
  expect(await customOf(other.key)).toEqual([])
  const { shells } = (await ask('GET', '/shell/profile', headersOf(own.key))).json.data
  const densities = (await alertsOf(other.key)).map(({ data: { altitude_min_km, objects_total } }) =>
    expect.objectContaining({ altitude_min_km, objects_total }),
  )
  expect(densities.length).toBeGreaterThan(0)
  expect(shells).toEqual(expect.arrayContaining(densities))
  const { json } = await ask('GET', alerts[0]?.data.url ?? '', headersOf(own.key))
  expect(json.data.id).toBe(id)
})

test('a custom shell that is deleted leaves nothing in the store but the run that counted it', async () => {
  const { memory } = await import('@space-data/core')
  const backend = memory()
  const { clientOf, run, objects, spaceData, ask } = await shellService({ store: backend })
  const { create, send, key } = await clientOf('shell_pro', 'acme')
  await ask('GET', '/v1/alerts', { 'x-api-key': key })
  const { id = '' } = await create()
  await run(objects(30))
  await spaceData.jobs.alerts.run()
  const at = Date.parse('2026-11-21T03:17:00Z')
  const state = () => backend.atomic.get(`alert-state::custom-shell-${id}`, at, Number.MAX_SAFE_INTEGER)
  expect(String(await state())).toContain('computedAt')
  await send('DELETE', `/${id}`)
  expect(await state()).toBe('')
  const records = [...(backend.adapter as Map<string, string>).keys()].filter((name) => name.includes(id))
  expect(records.every((name) => /^shell:.*:custom:shl_/.test(name))).toBe(true)
})
