import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { start } from '../support/child.ts'

const root = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const bun = root('test/node_modules/bun/bin/bun.exe')

/** False, said aloud, where Bun is not installed. */
export function hasBun(): boolean {
  if (existsSync(bun)) return true
  console.warn('SKIPPED: Bun is not installed')
  return false
}

/** Starts examples/bun and waits until it answers. */
export async function startBunExample(port: number, env: object = {}): Promise<ReturnType<typeof start>> {
  const started = start(bun, [root('examples/bun/server.ts')], { env: { PORT: String(port), ...env } })
  await untilItAnswers(`http://127.0.0.1:${port}`)
  return started
}

/** A port of loopback that was free a moment ago. */

/** Waits up to 15 seconds for the first answer of an origin. */
export async function untilItAnswers(origin: string): Promise<void> {
  for (let i = 0; i < 150; i += 1) {
    const up = await fetch(`${origin}/v1/speedtest/ping`).catch(() => undefined)
    if (up) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${origin} never answered`)
}
