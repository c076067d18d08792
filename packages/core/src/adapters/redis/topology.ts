import type { RedisNode } from '#adapters/redis/node'
import { SLOT_COUNT } from '#adapters/redis/slots'
import { within } from '#kernel/storage/timeout'

/** Primaries and their slots. */
export interface RedisTopology {
  /** Increases with each change that the nodes have agreed on. */
  readonly epoch: number
  readonly ranges: readonly SlotRange[]
}

/** Neighbouring slots of one primary. Addresses are `host:port`. */
interface SlotRange {
  readonly first: number
  readonly last: number
  readonly primary: string
  /** Replicas that the cluster can reach. */
  readonly replicas: readonly string[]
}

type SlotNode = readonly [host: string | null, port: number]
type SlotEntry = readonly [first: number, last: number, primary: SlotNode, ...replicas: SlotNode[]]

/** Time within which a node must report the topology. */
const ASK_MS = 300

/**
 * Reads the topology as one node of a cluster sees it.
 *
 * @param address `host:port` of the node. An entry without a host is on the same host.
 */
async function readClusterTopology(
  send: (...command: string[]) => Promise<unknown>,
  address: string,
): Promise<RedisTopology> {
  const [info, slots] = await Promise.all([send('CLUSTER', 'INFO'), send('CLUSTER', 'SLOTS')])
  const epoch = Number(/^cluster_current_epoch:(\d+)/m.exec(String(info))?.[1] ?? 0)
  const addressOf = ([host, port]: SlotNode) => joinAddress(host, port, address)
  const ranges = (slots as SlotEntry[]).map(([first, last, primary, ...replicas]) => ({
    first,
    last,
    primary: addressOf(primary),
    replicas: replicas.map(addressOf),
  }))
  return { epoch, ranges }
}

/**
 * Reads the topology from several nodes, and returns the latest one that the nodes have agreed on.
 *
 * @throws Error if no node reported it in time.
 */
export async function clusterTopology(nodes: readonly RedisNode[]): Promise<RedisTopology> {
  const views = await Promise.allSettled(
    nodes.map(({ connection, address }) => within(ASK_MS, readClusterTopology(connection.command, address))),
  )
  const known = views.flatMap((view) => (view.status === 'fulfilled' ? view.value : []))
  const [latest] = known.sort((a, b) => b.epoch - a.epoch)
  if (!latest) throw new Error('no node returned the cluster topology')
  return latest
}

/** Returns a topology in which one primary has all slots. */
export function wholeTopology(primary: string): RedisTopology {
  return { epoch: 0, ranges: [{ first: 0, last: SLOT_COUNT - 1, primary, replicas: [] }] }
}

/** Where Redis redirects a command to: `MOVED 3999 10.0.0.1:6379`, or `ASK …` for this command only. */
export interface Redirect {
  readonly kind: 'MOVED' | 'ASK'
  readonly address: string
}

/** Returns where an error redirects to, if it does. `from` is the node that returned it. */
export function redirectOf(error: unknown, from: string): Redirect | undefined {
  const message = error instanceof Error ? error.message : ''
  const [, kind, host = '', port] = /^(MOVED|ASK) \d+ (.*):(\d+)$/.exec(message) ?? []
  if (kind === undefined) return undefined
  return { kind: kind as Redirect['kind'], address: joinAddress(host, Number(port), from) }
}

/** A node that does not know its own name omits the host, or reports it as `?`. */
function joinAddress(host: string | null, port: number, requested: string): string {
  const name =
    host === null || host === '' || host === '?' ? requested.slice(0, requested.lastIndexOf(':')) : host
  return `${name.includes(':') && !name.startsWith('[') ? `[${name}]` : name}:${port}`
}
