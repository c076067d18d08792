import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const PROGRAM = fileURLToPath(new URL('../../packages/cli/bin/space-data.mjs', import.meta.url))

/** How long the shells and the past of the sample may take, in milliseconds. */
const PAST_WITHIN_MS = 300_000

/** Starts the built sample server on a store of its own, and waits until it has its past. */
export async function startSampleServer() {
  const folder = await mkdtemp(join(tmpdir(), 'space-data-screenshots-'))
  const store = `sqlite:${join(folder, 'sample.sqlite')}`
  const args = [PROGRAM, 'serve', '--sample', '--hapi', '--store', store, '--port', '0', '--log', 'off']
  const server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const origin = await new Promise((resolve, reject) => {
    let text = ''
    server.stdout.setEncoding('utf8').on('data', (chunk) => {
      text += chunk
      const found = /Home\s+(http:\/\/[^/\s]+)/.exec(text)?.[1]
      if (found) resolve(found)
    })
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
  })
  try {
    await waitForPast(origin)
  } catch (error) {
    await stop()
    throw error
  }
  return { origin, store, stop }

  async function stop() {
    server.kill()
    await once(server, 'exit')
    await rm(folder, { recursive: true })
  }
}

/** @throws Error when the past takes too long. */
async function waitForPast(origin) {
  const until = Date.now() + PAST_WITHIN_MS
  while (!(await hasPast(origin))) {
    if (Date.now() > until) throw new Error('the past of the sample was not made in time')
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
}

/** Whether alerts are looked for, which is the last that a sample server begins. */
async function hasPast(origin) {
  const { data } = await (await fetch(`${origin}/alerts`)).json()
  return data.monitoring_since !== null && data.count > 0
}
