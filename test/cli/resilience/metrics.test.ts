import { expect, it } from 'vitest'
import { havePromtool, promtool } from '../../support/promtool.ts'
import { inProcess, serve, tempFolder } from '../program.ts'

const KP = '/v1/space-weather/kp'

async function scrape(url: string): Promise<string> {
  const response = await fetch(url)
  expect(response.status).toBe(200)
  return response.text()
}

it('metrics of workers are added up, and are clean by promtool', { timeout: 60_000 }, async () => {
  const env = { XDG_DATA_HOME: await tempFolder() }
  const server = await serve(
    ['--sample', '--no-jobs', '--log', 'off', '--workers', '2', '--metrics-port', '0'],
    env,
  )
  const url = server.told['Metrics'] ?? ''
  // The second worker is still starting.
  await scrape(url)
  const issued = await inProcess(['keys', 'issue', '--tier', 'hobby', '--label', 'test', '--sample'], env)
  const headers = { 'x-api-key': issued.stdout.trim(), connection: 'close' }
  for (let i = 0; i < 40; i += 1) expect((await fetch(`${server.url}${KP}`, { headers })).status).toBe(200)
  const page = await scrape(url)
  expect(page).toContain(`\nspace_data_http_requests_total{route="${KP}",method="GET",status="200"} 40\n`)
  expect(page).toContain('\nspace_data_store_up{access="write"} 1\n')
  expect(page).toMatch(/^space_data_kp_index \d(\.\d+)?$/m)
  expect(page).toContain('\nspace_data_upstream_up{feed="swpc-kp-1m"} 1\n')

  const names = [...page.matchAll(/^# TYPE (\S+) (\w+)$/gm)]
  const wrong = names.filter(([, name = '', type]) => (type === 'counter') !== name.endsWith('_total'))
  expect(wrong.map(([line]) => line)).toEqual([])
  if (!havePromtool) return console.warn('SKIPPED: promtool is not installed')
  expect(promtool(['check', 'metrics'], { input: page })).toEqual({ status: 0, stdout: '', stderr: '' })
})
