import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const PROGRAM = fileURLToPath(new URL('../../packages/cli/bin/space-data.mjs', import.meta.url))

/** How long the first computation of the shells may take, in milliseconds. */
const SHELLS_WITHIN_MS = 120_000

/** Starts the built sample server on a store of its own, and waits until its shells are published. */
export async function startSampleServer() {
  const folder = await mkdtemp(join(tmpdir(), 'space-data-screenshots-'))
  const store = `sqlite:${join(folder, 'sample.sqlite')}`
  const args = [PROGRAM, 'serve', '--sample', '--store', store, '--port', '0', '--log', 'off']
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
  const until = Date.now() + SHELLS_WITHIN_MS
  while (!(await hasShells(origin))) {
    if (Date.now() > until) throw new Error('the shells were not computed in time')
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
  return { origin, store, stop }

  async function stop() {
    server.kill()
    await once(server, 'exit')
    await rm(folder, { recursive: true })
  }
}

async function hasShells(origin) {
  const { data } = await (await fetch(`${origin}/status`)).json()
  return data.shells?.computed_at != null
}
