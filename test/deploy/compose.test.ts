import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parseYaml } from '../support/yaml.ts'
import { DEPLOY, deployFile, drainSeconds } from './files.ts'

/** The part of a service that the tests read. */
interface Service {
  readonly image: string
  readonly build?: { readonly context: string; readonly dockerfile: string }
  readonly command?: string | readonly string[]
  readonly read_only: boolean
  readonly cap_drop: readonly string[]
  readonly security_opt: readonly string[]
  readonly tmpfs: readonly string[]
  readonly networks: readonly string[]
  readonly ports?: readonly string[]
  readonly volumes: readonly string[]
  readonly environment?: Readonly<Record<string, unknown>>
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
  readonly healthcheck?: { readonly test: readonly string[] }
  readonly stop_grace_period?: string
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>
  readonly networks: Readonly<Record<string, { readonly internal?: boolean }>>
  readonly volumes: Readonly<Record<string, object>>
}

const { services, networks, volumes } = parseYaml(deployFile('compose.yaml')) as Compose
const { server, redis, grafana, prometheus } = services

it.each(Object.entries(services))('%s is locked down', (_, service) => {
  expect(service).toMatchObject({
    read_only: true,
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
    tmpfs: ['/tmp'],
  })
  // An image of a registry has a dot or a port before its first slash.
  expect(service.image).toMatch(/^(\w[\w-]*\/)?\w[\w-]*(:v?\d[\w.]*)?$/)
})

it('the server and Grafana alone have ports, on this machine only', () => {
  const published = Object.entries(services).filter(([, { ports }]) => ports)
  expect(published.map(([name, { ports }]) => [name, ports])).toEqual([
    ['server', ['127.0.0.1:8787:8787']],
    ['grafana', ['127.0.0.1:3000:3000']],
  ])
  const isOutside = (name: string) => networks[name]?.internal !== true
  const outside = Object.entries(services).filter(([, service]) => service.networks.some(isOutside))
  expect(outside.map(([name]) => name)).toEqual(['server', 'grafana'])
})

it('each waits until what it needs is healthy, and shares a network with it', () => {
  for (const [name, service] of Object.entries(services))
    for (const [needed, { condition }] of Object.entries(service.depends_on ?? {})) {
      expect([name, needed, condition]).toEqual([name, needed, 'service_healthy'])
      const shared = services[needed]?.networks.filter((network) => service.networks.includes(network))
      expect(shared?.length).toBeGreaterThan(0)
      // The health check of the server is in its Dockerfile.
      expect(needed === 'server' || services[needed]?.healthcheck !== undefined).toBe(true)
    }
  expect([server, prometheus, grafana].map((it) => Object.keys(it?.depends_on ?? {}))).toEqual([
    ['redis'],
    ['server'],
    ['prometheus'],
  ])
})

it('names files, volumes and networks that exist', () => {
  for (const service of Object.values(services)) {
    expect(service.networks.filter((name) => !(name in networks))).toEqual([])
    const sources = service.volumes.map((volume) => volume.split(':')[0] ?? '')
    const missing = sources.filter((source) =>
      source.startsWith('.') ? !existsSync(`${DEPLOY}${source}`) : !(source in volumes),
    )
    expect(missing).toEqual([])
  }
  expect(existsSync(`${DEPLOY}${server?.build?.context}/${server?.build?.dockerfile}`)).toBe(true)
})

it('gives the server longer to stop than its open requests have, and Redis what keys need', () => {
  expect(drainSeconds()).toBe(10)
  expect(Number.parseInt(server?.stop_grace_period ?? '', 10)).toBeGreaterThan(drainSeconds() + 5)
  expect(redis?.command).toContain('--appendonly yes --appendfsync always')
})

it('Prometheus scrapes the server and Grafana reads Prometheus, by the names of the services', () => {
  const { scrape_configs } = parseYaml(deployFile('prometheus.yml')) as {
    scrape_configs: { static_configs: { targets: string[] }[] }[]
  }
  const port = server?.environment?.['SPACE_DATA_METRICS_PORT']
  expect(scrape_configs[0]?.static_configs[0]?.targets).toEqual([`server:${port}`])
  expect(parseYaml(deployFile('grafana/datasource.yaml'))).toMatchObject({
    datasources: [{ type: 'prometheus', url: 'http://prometheus:9090' }],
  })
  const { providers } = parseYaml(deployFile('grafana/dashboards.yaml')) as {
    providers: { options: { path: string } }[]
  }
  const mounted = grafana?.volumes.find((volume) => volume.startsWith('./grafana/space-data.json'))
  expect(mounted?.split(':')[1]).toBe(`${providers[0]?.options.path}/space-data.json`)
})
