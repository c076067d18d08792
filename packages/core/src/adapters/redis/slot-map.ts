import { SLOT_COUNT } from '#adapters/redis/slots'
import type { RedisTopology } from '#adapters/redis/topology'

const NOBODY = 0xffff

/** Primary of each slot, and the number of its shard. */
export class SlotMap {
  readonly epoch: number
  /** Addresses of the primaries, each once. */
  readonly primaries: readonly string[]
  /** Addresses of all nodes, primaries first. */
  readonly addresses: readonly string[]
  readonly #owners = new Uint16Array(SLOT_COUNT).fill(NOBODY)
  /** Shard number of each node, by address. */
  readonly #shards = new Map<string, number>()

  /**
   * A primary and its replicas are one shard. It keeps its number when a replica is promoted, and when a new
   * node replaces one that has left.
   */
  constructor({ epoch, ranges }: RedisTopology, previous?: SlotMap) {
    this.epoch = epoch
    this.primaries = [...new Set(ranges.map(({ primary }) => primary))]
    this.addresses = [...new Set([...this.primaries, ...ranges.flatMap(({ replicas }) => replicas)])]
    const before = previous ? previous.#shards : new Map<string, number>()
    const inUse = new Set(this.primaries.map((address) => before.get(address)))
    let next = 1 + Math.max(-1, ...before.values())
    for (const { first, last, primary, replicas } of ranges) {
      this.#owners.fill(this.primaries.indexOf(primary), first, last + 1)
      const inherited = [...replicas, previous?.primaryOf(first) ?? '']
        .map((address) => before.get(address))
        .find((shard) => shard !== undefined && !inUse.has(shard))
      const shard = this.#shards.get(primary) ?? before.get(primary) ?? inherited ?? next++
      inUse.add(shard)
      for (const address of [primary, ...replicas]) this.#shards.set(address, shard)
    }
  }

  /** Returns the address of the primary of a slot, or `undefined` while no node has it. */
  primaryOf(slot: number): string | undefined {
    return this.primaries[this.#owners[slot] ?? NOBODY]
  }

  /** Returns the number of the shard that has a slot, or -1 while no node has it. */
  shardOf(slot: number): number {
    return this.#shards.get(this.primaryOf(slot) ?? '') ?? -1
  }
}
