import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { type RedisServer, startRedis } from './redis.ts'

/** Nodes of a Redis Cluster of a test's own, each ended by its id when the test leaves the block. */
export interface RedisCluster extends AsyncDisposable {
  /** Names the first two nodes. */
  readonly url: string
  readonly nodes: readonly RedisServer[]
  /** Returns the nodes that are primaries now, as one that is up sees it, in the order of their slots. */
  primaries(): Promise<readonly RedisServer[]>
  /** Returns the primary of a key. */
  primaryOf(key: string): Promise<RedisServer>
}

/** After how long without an answer the nodes take another for dead, in milliseconds. */
const NODE_TIMEOUT_MS = 2_000

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

  const primaries = async (): Promise<RedisServer[]> => {
    // One that stands still does not answer.
    const slots = await Promise.any(servers.map((server) => server.cli('CLUSTER', 'SLOTS')))
    const ports = [...slots.matchAll(/^\d+\n\d+\n127\.0\.0\.1\n(\d+)$/gm)].map(([, port]) => Number(port))
    return [...new Set(ports.flatMap((port) => servers.find((other) => other.port === port) ?? []))]
  }

  return {
    url: `redis+cluster://127.0.0.1:${servers[0]!.port},127.0.0.1:${servers[1]!.port}`,
    nodes: servers,
    primaries,
    async primaryOf(key) {
      const asked: string[] = []
      for (const server of await primaries()) {
        const answer = await server.cli('EXISTS', key)
        if (!answer.startsWith('MOVED')) return server
        asked.push(`${server.port}: ${answer}`)
      }
      throw new Error(`no primary has ${key}: ${asked.join(', ') || 'there is no primary'}`)
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
  const giveUpAt = Date.now() + 20_000
  while (!(await condition())) {
    if (Date.now() > giveUpAt) throw new Error('the Redis Cluster was not formed in time')
    await sleep(20)
  }
}
