import type { RedisCommands } from '#storage/redis/connection'
import { openRedisNode } from '#storage/redis/node'
import type { ParsedRedisUrl } from '#storage/redis/url'

/** One Redis, or the primaries of several, as the store uses them. Keys are whole ones, with their prefix. */
export interface OpenedRedis {
  readonly commands: RedisCommands
  /** Returns why it can never be the store; `undefined` if it can, or has not responded yet. */
  unfitReason(): string | undefined
  /** Returns the keys that begin with `prefix`. */
  keys(prefix: string): Promise<string[]>
  /** What an operator should change, one sentence each. */
  warnings(): string[]
  /** Returns what data have been lost since it was opened, if any. */
  dataLoss(): Promise<string | undefined>
  /** Returns the shard that has a key, where shards can fail independently. */
  shardOf?(key: string): number
  /** Resolves once everything written survives a failover. */
  flush?(): Promise<void>
  close(): Promise<void>
}

/** Opens one Redis, on one connection. */
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
