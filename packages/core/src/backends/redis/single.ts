import { findEvictions, openRedisNode } from '#backends/redis/node'
import type { OpenedRedis } from '#backends/redis/opened'
import { scanRedis } from '#backends/redis/scan'
import { describeRedisError, type ParsedRedisUrl } from '#backends/redis/url'

/** Opens one Redis, on one connection of `@keyv/redis`. */
export async function openSingle(
  url: string,
  { description, secrets }: ParsedRedisUrl,
): Promise<OpenedRedis> {
  const { createClient, default: KeyvRedis } = await import('@keyv/redis')
  const node = openRedisNode({
    address: description,
    createClient: (settings: object) => createClient({ url, ...settings }),
    description,
    describeError: (error) => describeRedisError(error, secrets),
    inCluster: false,
  })
  const { connection } = node
  const records = new KeyvRedis(connection.client, { throwOnErrors: true })
  records.on('error', () => {})
  await connection.opened

  return {
    commands: connection,
    unfitReason: connection.unfitReason,
    get: (key) => connection.query(() => records.get(key)),
    keys: (prefix) => scanRedis(prefix, connection),
    warnings: node.warnings,
    dataLoss: () => findEvictions(node),
    close: connection.close,
  }
}
