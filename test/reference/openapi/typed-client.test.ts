import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { toNodeListener } from '@space-data/core/node'
import { afterEach, expect, test } from 'vitest'
import { testService } from '../../support/service.ts'

const fileOf = (name: string) => fileURLToPath(new URL(`./typed/${name}`, import.meta.url))

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

test('a client of the generated types reads from a server', async () => {
  const { spaceData, key } = await testService()
  const server = createServer(toNodeListener(spaceData))
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const { readEverything } = await import(/* @vite-ignore */ fileOf('client.ts'))
  const read = await readEverything(`http://127.0.0.1:${port}`, key)
  expect(read.index).toBeGreaterThan(0)
  expect(read.named.source).toContain('NOAA SWPC')
  expect(read.first.name).toBeTypeOf('string')
  expect(read.lines[0]).toMatch(/^1 25544U/)
  expect(read.tle).toContain('ISS (ZARYA)')
  expect(read.feeds.length).toBeGreaterThan(5)
  expect(read.code).toBe('shell_not_populated')
  expect(read.refused).toEqual({ error: 'invalid_key', status: 401 })
})

test('a client of the generated types creates a webhook and tells alerts apart by their type', async () => {
  const { spaceData } = await testService()
  const { key } = await spaceData.keys.issue({ tier: 'pro', label: 'typed' })
  const server = createServer(toNodeListener(spaceData))
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const { useWebhooks, describeAlert } = await import(/* @vite-ignore */ fileOf('alerts.ts'))
  const used = await useWebhooks(`http://127.0.0.1:${port}`, key, 'https://receiver.example/alerts')
  expect(used.webhook).toMatchObject({ status: 'active', parameters: { min_g_scale: 3 } })
  expect(used.location).toBe(`/v1/webhooks/${used.webhook.id}`)
  expect(used).toMatchObject({ reason: 'owner', deliveries: [], error: 'webhook_disabled', deleted: 204 })
  const ping = { type: 'webhook.ping', data: { webhook_id: 'wh_1', url: '/' } }
  expect(describeAlert(ping)).toBe('ping of wh_1')
  expect(describeAlert({ type: 'geomagnetic.storm_started', data: { level: 'G3' } })).toBe('storm G3')
})
