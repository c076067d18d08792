// A Redis of the benchmark's own, in memory, on a free port; none where redis-server is not installed.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort, has } from './load.mjs'

export async function startRedis() {
  if (!has('redis-server')) {
    console.error('SKIPPED on Redis: redis-server is not installed')
    return undefined
  }
  const port = await freePort()
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const child = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'ignore'] })
  for await (const line of child.stdout) if (String(line).includes('Ready to accept connections')) break
  return {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}
