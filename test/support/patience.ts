import { setTimeout as pause } from 'node:timers/promises'

/** Milliseconds that a test waits for what must happen: only a test that hangs waits so long. */
export const PATIENCE_MS = 60_000

/** Asks again after a 503, as clients do: a store that is slow for a moment is one. */
export async function patiently<R extends { readonly status: number }>(ask: () => Promise<R>): Promise<R> {
  let reply = await ask()
  for (let again = 0; reply.status === 503 && again < 20; again += 1) {
    await pause(500)
    reply = await ask()
  }
  return reply
}
