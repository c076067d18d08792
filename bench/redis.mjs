// Redis of the benchmark's own, on free ports; none where redis-server is not installed.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, has } from './load.mjs'

/** Starts a Redis that keeps nothing on disk, unless `settings` say otherwise. */
export async function startRedis(...settings) {
  if (!has('redis-server')) {
    console.error('SKIPPED on Redis: redis-server is not installed')
    return undefined
  }
  const folder = mkdtempSync(join(tmpdir(), 'space-data-redis-'))
  const port = await freePort()
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', ...settings]
  const child = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'ignore'] })
  for await (const line of child.stdout) if (String(line).includes('Ready to accept connections')) break
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    pids: [child.pid],
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
      rmSync(folder, { recursive: true })
    },
  }
}

/** Starts a cluster of three primaries without replicas. */
export async function startRedisCluster() {
  const nodes = []
  for (let i = 0; i < 3; i += 1) {
    const busPort = String(await freePort())
    const node = await startRedis('--cluster-enabled', 'yes', '--cluster-port', busPort)
    if (!node) return undefined
    nodes.push(node)
  }
  const addresses = nodes.map(({ port }) => `127.0.0.1:${port}`)
  execFileSync('redis-cli', ['--cluster', 'create', ...addresses, '--cluster-yes'], { stdio: 'ignore' })
  const info = ({ port }) =>
    execFileSync('redis-cli', ['-p', String(port), 'CLUSTER', 'INFO'], { encoding: 'utf8' })
  while (!nodes.every((node) => info(node).includes('cluster_state:ok'))) await sleep(50)
  return {
    url: `redis+cluster://${addresses.join(',')}`,
    pids: nodes.flatMap(({ pids }) => pids),
    stop: () => Promise.all(nodes.map((node) => node.stop())),
  }
}
