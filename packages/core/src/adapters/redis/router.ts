import type { RedisCommands } from '#adapters/redis/connection'
import type { RedisNode } from '#adapters/redis/node'
import { SlotMap } from '#adapters/redis/slot-map'
import { slotOf } from '#adapters/redis/slots'
import { type RedisTopology, redirectOf } from '#adapters/redis/topology'
import { seconds } from '#kernel/kit/time'

/** Interval between readings of the topology while a primary does not respond, and otherwise. */
const TROUBLED_MS = 200
const CALM_MS = seconds(1)
/** How long a node is kept after another node redirected to it, even if it has no slot yet. */
const REDIRECTED_MS = seconds(10)

interface RouterOptions {
  /** Name in error messages. */
  readonly description: string
  /** Addresses that are used first, and again if no other node responds. */
  readonly seeds: readonly string[]
  readonly openNode: (address: string) => RedisNode
  /** Reads the topology, from the responding nodes if they know it. Rejects if no node reported it. */
  readonly readTopology: (responding: readonly RedisNode[]) => Promise<RedisTopology>
}

/** Sends each command to the node that currently has the slot of its key. */
export interface RedisRouter extends RedisCommands {
  /** Resolves after every primary has responded, or has failed to respond for the first time. */
  readonly opened: Promise<void>
  /** Returns the connected nodes. */
  nodes(): readonly RedisNode[]
  /** Returns the primaries, or an empty list before a topology is known. */
  primaries(): readonly RedisNode[]
  /** Returns the primaries. Throws before a topology is known. */
  requirePrimaries(): readonly RedisNode[]
  /** Returns the address of the primary of a slot, or `undefined` while no node has it. */
  primaryOf(slot: number): string | undefined
  /** Returns the number of the shard that has a key. */
  shardOf(key: string): number
  /** Returns why nothing can be used now, or `undefined` while a topology is known. */
  unavailableReason(): string | undefined
  close(): Promise<void>
}

/**
 * Keeps a connection to each primary, and the topology up to date. The topology is read once a second, and
 * five times a second while a primary does not respond. Operations that may have run are never repeated: a
 * command is repeated only if a node rejected it because it does not have the slot.
 */
export function routeRedis({ description, seeds, openNode, readTopology }: RouterOptions): RedisRouter {
  const nodes = new Map<string, RedisNode>()
  const redirectedAt = new Map<string, number>()
  let map: SlotMap | undefined
  let unavailableReason = 'it has not responded yet'
  let isTroubled = true
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined
  let closing: Promise<void> | undefined

  const opened = (async () => {
    adjustNodes()
    await allOpened()
    await readAgain()
    await allOpened()
  })()
  const timer = setInterval(() => {
    const waitMs = isTroubled || primaries().some(isDown) ? TROUBLED_MS : CALM_MS
    if (performance.now() - readAt > waitMs - TROUBLED_MS / 2) void readAgain()
  }, TROUBLED_MS)

  return {
    opened,
    nodes: () => [...nodes.values()],
    primaries,
    requirePrimaries() {
      if (map && !closing) return primaries()
      throw unusable(unavailableReason)
    },
    primaryOf: (slot) => map?.primaryOf(slot),
    shardOf: (key) => map?.shardOf(slotOf(key)) ?? -1,
    unavailableReason: () => (map ? undefined : unavailableReason),
    command: (name, key = '', ...rest) => route(key, ({ command }) => command(name, key, ...rest)),
    async runScript(script, keys, args, startedAt) {
      const each = args.length / keys.length
      const run = (key: string, i: number) =>
        route(key, ({ runScript }) =>
          runScript(script, [key], args.slice(i * each, (i + 1) * each), startedAt),
        )
      if (keys.length === 1) return run(String(keys[0]), 0)
      return (await Promise.all(keys.map(run))).flat()
    },
    close() {
      closing ??= (async () => {
        clearInterval(timer)
        await reading
        await Promise.all([...nodes.values()].map(({ connection }) => connection.close()))
      })()
      return closing
    },
  }

  /**
   * Runs an operation on the primary of a key. If that primary reports that another has the slot, runs it
   * once more there.
   */
  async function route(key: string, run: (commands: RedisCommands) => Promise<unknown>): Promise<unknown> {
    const node = primaryFor(key)
    try {
      return await run(node.connection)
    } catch (error) {
      const redirect = redirectOf(error, node.address)
      if (isOutdated(error)) {
        isTroubled = true
        void readAgain()
      }
      if (!redirect || closing) throw error
      redirectedAt.set(redirect.address, performance.now())
      const { connection } = nodeAt(redirect.address)
      await connection.opened
      return run(redirect.kind === 'ASK' ? connection.importing : connection)
    }
  }

  function primaryFor(key: string): RedisNode {
    const address = map?.primaryOf(slotOf(key))
    const node = address === undefined ? undefined : nodes.get(address)
    if (node && !closing) return node
    throw unusable(map ? 'no primary has the slot of a key' : unavailableReason)
  }

  function unusable(reason: string): Error {
    return new Error(`${description} cannot be used: ${closing ? 'it was closed' : reason}`)
  }

  function primaries(): RedisNode[] {
    return (map?.primaries ?? []).flatMap((address) => nodes.get(address) ?? [])
  }

  /** Reads the topology. Concurrent callers share one reading. */
  function readAgain(): Promise<void> {
    reading ??= (async () => {
      readAt = performance.now()
      try {
        const topology = await readTopology([...nodes.values()].filter((node) => !isDown(node)))
        // A node that was cut off from the others still reports the earlier topology.
        if (topology.epoch >= (map?.epoch ?? 0) || primaries().every(isDown)) map = new SlotMap(topology, map)
        isTroubled = false
      } catch (error) {
        const [reason] = [...nodes.values()].flatMap((node) => node.connection.unavailableReason() ?? [])
        unavailableReason = reason ?? String((error as Error).message)
      }
      if (!closing) adjustNodes()
      reading = undefined
    })()
    return reading
  }

  /** Opens missing connections and closes unneeded ones. */
  function adjustNodes(): void {
    const wanted = new Set(map?.primaries)
    for (const [address, at] of redirectedAt) {
      if (performance.now() - at < REDIRECTED_MS) wanted.add(address)
      else redirectedAt.delete(address)
    }
    const isAnyUp = [...wanted].some((address) => {
      const node = nodes.get(address)
      return node && !isDown(node)
    })
    if (!isAnyUp) for (const address of [...seeds, ...(map?.addresses ?? [])]) wanted.add(address)
    for (const address of wanted) nodeAt(address)
    for (const [address, { connection }] of nodes) {
      if (wanted.has(address)) continue
      nodes.delete(address)
      void connection.close()
    }
  }

  function nodeAt(address: string): RedisNode {
    const node = nodes.get(address) ?? openNode(address)
    nodes.set(address, node)
    return node
  }

  async function allOpened(): Promise<void> {
    await Promise.all([...nodes.values()].map(({ connection }) => connection.opened))
  }
}

function isDown({ connection }: RedisNode): boolean {
  return connection.unavailableReason() !== undefined
}

/** Returns whether an error shows that the topology has changed. */
function isOutdated(error: unknown): boolean {
  return error instanceof Error && /^(MOVED|READONLY|CLUSTERDOWN) /.test(error.message)
}
