import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { PATIENCE_MS } from './patience.ts'
import { type RedisServer, startRedis } from './redis.ts'

/** Nodes of a Redis Cluster of a test's own, each ended by its id when the test leaves the block. */
export interface RedisCluster extends AsyncDisposable {
  /** Names the first two nodes. */
  readonly url: string
  readonly nodes: readonly RedisServer[]
  /** Returns the nodes that are primaries now, as one that is up sees it, in the order of their slots. */
  primaries(): Promise<readonly RedisServer[]>
  /** Returns the primary of each key, by one question for all. */
  primariesOf(keys: readonly string[]): Promise<ReadonlyMap<string, RedisServer>>
}

/**
 * After how long without an answer the nodes take another for dead, in milliseconds: the usual one, so that a
 * busy machine does not part them.
 */
const NODE_TIMEOUT_MS = 15_000

/** After how long without an answer another node is asked, in milliseconds. */
const STANDS_STILL_MS = 2_000

/** Gives the slot of each argument. */
const SLOTS_OF = `local slots = {}
for i, key in ipairs(ARGV) do slots[i] = redis.call('CLUSTER', 'KEYSLOT', key) end
return slots`

const SLOTS = ['0 5460', '5461 10922', '10923 16383']

/** Starts three primaries with so many replicas each; resolves once every slot is served. */
export async function startRedisCluster({
  replicas = 0,
  settings = [],
}: {
  replicas?: number
  settings?: readonly string[]
} = {}): Promise<RedisCluster> {
  const nodes = await Promise.all(
    Array.from({ length: 3 + 3 * replicas }, async () => {
      const busPort = await freePort()
      const server = await startRedis(
        ...['--cluster-enabled', 'yes', '--cluster-port', String(busPort)],
        ...['--cluster-node-timeout', String(NODE_TIMEOUT_MS), ...settings],
      )
      return { server, busPort, id: await server.cli('CLUSTER', 'MYID') }
    }),
  )
  const [first] = nodes as [(typeof nodes)[number]]
  for (const [i, range] of SLOTS.entries())
    await nodes[i]!.server.cli('CLUSTER', 'ADDSLOTSRANGE', ...range.split(' '))
  for (const [i, { server }] of nodes.entries()) {
    await server.cli('CLUSTER', 'SET-CONFIG-EPOCH', String(i + 1))
    await first.server.cli('CLUSTER', 'MEET', '127.0.0.1', String(server.port), String(nodes[i]!.busPort))
  }
  await eachSees(nodes, nodes.length)
  for (const [i, { server }] of nodes.entries())
    if (i >= 3) await server.cli('CLUSTER', 'REPLICATE', nodes[i % 3]!.id)
  const servers = nodes.map(({ server }) => server)
  await until(async () => {
    const infos = await Promise.all(servers.map((server) => server.cli('CLUSTER', 'INFO')))
    if (!infos.every((info) => /cluster_state:ok/.test(info))) return false
    const slots = await Promise.all(servers.map((server) => server.cli('CLUSTER', 'NODES')))
    return slots.every((text) => (text.match(/\bslave\b/g) ?? []).length === 3 * replicas)
  })
  if (replicas > 0)
    for (const server of servers.slice(0, 3))
      await until(async () => /state=online/.test(await server.cli('INFO', 'replication')))

  /** Asks one node at a time: to start a process stops the test for a moment, of which many are a pause. */
  let asked = servers
  const shards = async () => {
    let text: string | undefined
    await until(async () => {
      const [server] = asked as [RedisServer]
      text = await Promise.race([
        server.cli('CLUSTER', 'SLOTS').catch(() => undefined),
        sleep(STANDS_STILL_MS, undefined),
      ])
      // One that stands still does not answer, and is the last to be asked again.
      if (!text) asked = [...asked.slice(1), server]
      return Boolean(text)
    })
    return [...(text ?? '').matchAll(/^(\d+)\n(\d+)\n127\.0\.0\.1\n(\d+)$/gm)].map(
      ([, first, last, port]) => ({
        first: Number(first),
        last: Number(last),
        primary: servers.find((server) => server.port === Number(port))!,
      }),
    )
  }

  return {
    url: `redis+cluster://127.0.0.1:${servers[0]!.port},127.0.0.1:${servers[1]!.port}`,
    nodes: servers,
    async primaries() {
      return [...new Set((await shards()).map(({ primary }) => primary))]
    },
    async primariesOf(keys) {
      const slots = (await first.server.cli('EVAL', SLOTS_OF, '0', ...keys)).split('\n').map(Number)
      const all = await shards()
      const primaryOf = (slot: number) =>
        all.find(({ first, last }) => first <= slot && slot <= last)!.primary
      return new Map(keys.map((key, i) => [key, primaryOf(slots[i]!)]))
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(servers.map((server) => server[Symbol.asyncDispose]()))
    },
  }
}

async function eachSees(nodes: readonly { server: RedisServer }[], count: number): Promise<void> {
  for (const { server } of nodes)
    await until(async () => (await server.cli('CLUSTER', 'NODES')).split('\n').length === count)
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + 2 * PATIENCE_MS
  while (!(await condition())) {
    if (performance.now() > giveUpAt) throw new Error('the Redis Cluster did not answer, or was not formed')
    await sleep(20)
  }
}
