import { openRedisNode } from '#storage/redis/node'
import type { OpenedRedis } from '#storage/redis/opened'
import type { ParsedRedisUrl } from '#storage/redis/url'

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
