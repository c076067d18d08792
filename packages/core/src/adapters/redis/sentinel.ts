import type { RedisClient } from '#adapters/redis/connection'
import { type RedisTopology, wholeTopology } from '#adapters/redis/topology'
import { within } from '#kernel/storage/timeout'

/** Time within which one Sentinel must connect and respond. */
const ASK_MS = 400

interface SentinelOptions {
  /** Addresses of the Sentinels. */
  readonly seeds: readonly string[]
  readonly primaryName: string
  /** Creates a client of one Sentinel. It does not reconnect. */
  readonly createClient: (address: string) => RedisClient
}

/**
 * Returns a function that asks the Sentinels for the primary, which has all slots. It starts with the
 * Sentinel that responded last. Each query opens a connection, because a Sentinel does not have the command
 * `TIME`, which keeps other connections alive.
 */
export function sentinelTopology({ seeds, primaryName, createClient }: SentinelOptions) {
  let order = [...seeds]

  return async (): Promise<RedisTopology> => {
    const failures: string[] = []
    for (const address of order) {
      try {
        const primary = await ask(address)
        order = [address, ...order.filter((other) => other !== address)]
        return wholeTopology(primary)
      } catch (error) {
        failures.push(`${address}: ${(error as Error).message}`)
      }
    }
    throw new Error(`no Sentinel returned the address of ${primaryName} (${failures.join('; ')})`)
  }

  async function ask(address: string): Promise<string> {
    const client = createClient(address)
    client.on('error', () => {})
    const answer = client
      .connect()
      .then(() => client.sendCommand(['SENTINEL', 'GET-MASTER-ADDR-BY-NAME', primaryName]))
    try {
      const found = await within(ASK_MS, answer)
      if (!Array.isArray(found)) throw new Error('it monitors no primary with this name')
      const [host, port] = found as [string, string]
      return `${host.includes(':') ? `[${host}]` : host}:${port}`
    } finally {
      if (client.isOpen) client.destroy()
    }
  }
}
