import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { start } from '../support/child.ts'
import { PATIENCE_MS } from '../support/patience.ts'

type Started = ReturnType<typeof start>

const root = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const bun = root('test/node_modules/bun/bin/bun.exe')

/** False, said aloud, where Bun is not installed. */
export function hasBun(): boolean {
  if (existsSync(bun)) return true
  console.warn('SKIPPED: Bun is not installed')
  return false
}

/** Starts the listener of examples/bun and waits until it answers. */
export async function startBunExample(port: number, env: object = {}): Promise<ReturnType<typeof start>> {
  const started = start(bun, [root('examples/bun/listener.ts')], { env: { PORT: String(port), ...env } })
  await untilItAnswers(started, port)
  return started
}

/** Waits for the first answer of a process that listens on a port. */
export async function untilItAnswers({ child, output }: Started, port: number): Promise<void> {
  const giveUpAt = performance.now() + 2 * PATIENCE_MS
  while (child.exitCode === null && performance.now() < giveUpAt) {
    const up = await fetch(`http://127.0.0.1:${port}/v1/speedtest/ping`).catch(() => undefined)
    if (up) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`nothing answers on port ${port}:\n${output()}`)
}
