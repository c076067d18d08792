import { parseInfo } from '#adapters/redis/health'
import type { RedisNode } from '#adapters/redis/node'
import type { RedisRouter } from '#adapters/redis/router'
import { slotOf } from '#adapters/redis/slots'
import { minutes } from '#kernel/kit/time'

/** Time within which a replica must confirm. */
const CONFIRM_MS = 400

/** Waits until replicas have received the written data. */
export interface Replication {
  /**
   * Resolves after everything written before is confirmed by one replica of each primary that has replicas.
   *
   * @throws Error if no replica confirms within 400 ms.
   */
  confirm(): Promise<void>
  close(): Promise<void>
}

/**
 * Confirms writes with `WAIT`, which blocks its connection. So each primary gets a separate connection for
 * it. A key is written there first, because replicas receive all writes in the same order.
 */
export function confirmByReplicas(
  router: Pick<RedisRouter, 'primaries' | 'primaryOf'>,
  prefix: string,
  openNode: (address: string) => RedisNode,
): Replication {
  const waiting = new Map<string, RedisNode>()

  return {
    async confirm() {
      await Promise.all(router.primaries().map(confirmBy))
    },
    async close() {
      await Promise.all([...waiting.values()].map(({ connection }) => connection.close()))
    },
  }

  async function confirmBy({ address, connection }: RedisNode): Promise<void> {
    const replication = parseInfo(String(await connection.command('INFO', 'replication')))
    const hasReplica = [...replication].some(([name, text]) => /^slave\d+$/.test(name) && isOnline(text))
    if (!hasReplica) return
    const node = waiting.get(address) ?? openNode(address)
    waiting.set(address, node)
    await node.connection.opened
    const [, confirmed] = await Promise.all([
      node.connection.command('SET', keyOn(address), '', 'PX', String(minutes(1))),
      node.connection.command('WAIT', '1', String(CONFIRM_MS)),
    ])
    if (Number(confirmed) === 0)
      throw new Error(`no replica of the Redis at ${address} has confirmed a write within ${CONFIRM_MS} ms`)
  }

  /** Returns a key in a slot of a primary. */
  function keyOn(address: string): string {
    for (let n = 0; n < 1_000_000; n += 1) {
      const key = `${prefix}${n}`
      if (router.primaryOf(slotOf(key)) === address) return key
    }
    throw new Error(`the Redis at ${address} has no slot any more`)
  }
}

/** Example of an entry: `ip=10.0.0.2,port=6379,state=online,offset=1234,lag=0`. */
function isOnline(replica: string): boolean {
  return replica.split(',').includes('state=online')
}
