import { fileURLToPath } from 'node:url'
import { hasBun } from '../runtimes/bun.ts'
import { hasDeno } from '../runtimes/examples.ts'
import { start } from '../support/child.ts'

const root = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const PROGRAM = root('test/webhooks/send-all.mjs')

/** How each runtime that is installed is started. */
export const RUNTIMES: Readonly<Record<string, readonly string[]>> = {
  Node: [process.execPath],
  ...(hasBun() && { Bun: [root('test/node_modules/.bin/bun')] }),
  ...(hasDeno && { Deno: [root('test/node_modules/deno/deno'), 'run', '--cached-only', '--allow-all'] }),
}

/** Deno would ask for updates, through the proxy of the environment. */
export const QUIET = { DENO_NO_UPDATE_CHECK: '1' }

/** Environment that makes each runtime trust an authority. */
export const trusting = (file: string) => ({ NODE_EXTRA_CA_CERTS: file, DENO_CERT: file })

export interface Outcome {
  readonly status?: number
  readonly retryAfter?: string | null
  readonly body?: string
  readonly error?: string
  readonly message?: string
}

export interface Sending {
  readonly options: { readonly allowPrivate?: boolean }
  readonly requests: readonly { readonly url: string; readonly timeoutMs: number }[]
}

/** Returns the words that start `send-all.mjs` on a runtime. */
export function sendAllCommand(runtime: string, sending: Sending): readonly [string, ...string[]] {
  return [...(RUNTIMES[runtime] ?? []), PROGRAM, JSON.stringify(sending)] as unknown as [string, ...string[]]
}

/** Sends each request, one after the other, by the built sender on a runtime. */
export async function sendAll(runtime: string, sending: Sending, env: object): Promise<readonly Outcome[]> {
  const [program, ...words] = sendAllCommand(runtime, sending)
  await using child = start(program, words, { env: { ...QUIET, ...env } })
  const [line] = await child.says(/^\[.*\]$/m, 60_000)
  return JSON.parse(line)
}
