import { findEvictions, openRedisNode } from '#storage/redis/node'
import type { OpenedRedis } from '#storage/redis/opened'
import { scanRedis } from '#storage/redis/scan'
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

  return {
    commands: connection,
    unfitReason: connection.unfitReason,
    keys: (prefix) => scanRedis(prefix, connection),
    warnings: node.warnings,
    dataLoss: () => findEvictions(node),
    close: connection.close,
  }
}
