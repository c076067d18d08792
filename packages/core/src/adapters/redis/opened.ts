import type { RedisCommands } from '#adapters/redis/connection'
import { openRedisNode } from '#adapters/redis/node'
import type { ParsedRedisUrl } from '#adapters/redis/url'

/**
 * One Redis server, or the primaries of several, as the store uses them. Keys are complete, with their
 * prefix.
 */
export interface OpenedRedis {
  readonly commands: RedisCommands
  /** Returns why it can never be the store, or `undefined` if it can or has not responded yet. */
  unfitReason(): string | undefined
  /** Returns the keys that start with `prefix`. */
  keys(prefix: string): Promise<string[]>
  /** Changes that an operator should make, one sentence each. */
  warnings(): string[]
  /** Describes the data that have been lost since it was opened, if any. */
  dataLoss(): Promise<string | undefined>
  /** Returns the shard that has a key. Present if shards can fail independently. */
  shardOf?(key: string): number
  /** Resolves when everything written would survive a failover. */
  flush?(): Promise<void>
  close(): Promise<void>
}

/** Opens one Redis server, on one connection. */
export async function openSingle(
  url: string,
  { description, secrets }: ParsedRedisUrl,
): Promise<OpenedRedis> {
  const { createClient } = await import('@keyv/redis')
  const node = openRedisNode({
    address: description,
    createClient: (settings) => createClient({ url, ...settings }),
    description,
    secrets,
    inCluster: false,
  })
  const { connection } = node
  await connection.opened
  return { ...node, commands: connection, unfitReason: connection.unfitReason, close: connection.close }
}
