import { marksOf } from '#adapters/redis/marks'
import { openRedisNode, type RedisNode } from '#adapters/redis/node'
import type { OpenedRedis } from '#adapters/redis/opened'
import { confirmByReplicas } from '#adapters/redis/replication'
import { routeRedis } from '#adapters/redis/router'
import { sentinelTopology } from '#adapters/redis/sentinel'
import { clusterTopology } from '#adapters/redis/topology'
import { type ParsedRedisUrl, type RoutedPlace, urlOf } from '#adapters/redis/url'
import { seconds } from '#kernel/kit/time'
import { within } from '#kernel/storage/timeout'

const MARKS = 'space-data:mark:'
const FLUSHES = 'space-data:flush:'

/** Time within which the primaries must be known. After that the store is opened without them. */
const OPEN_MS = seconds(2)

/** Opens the primaries of a cluster, or the primary that Sentinels report. */
export async function openRouted(
  place: RoutedPlace,
  { description, secrets }: ParsedRedisUrl,
): Promise<OpenedRedis> {
  const { createClient } = await import('@keyv/redis')
  const { kind, seeds, login } = place
  const inCluster = kind === 'cluster'
  const openNode = (address: string): RedisNode =>
    openRedisNode({
      address,
      createClient: (settings) => createClient({ url: urlOf(address, login), ...settings }),
      description: `Redis at ${address}`,
      secrets,
      inCluster,
    })
  const router = routeRedis({
    description,
    openNode,
    ...(place.kind === 'cluster'
      ? { seeds, readTopology: clusterTopology }
      : {
          seeds: [],
          readTopology: sentinelTopology({
            seeds,
            primaryName: place.primaryName,
            createClient: (address) =>
              createClient({
                url: urlOf(address, { ...login, username: '', password: '', database: 0 }),
                disableOfflineQueue: true,
                socket: { connectTimeout: 300, reconnectStrategy: false },
              }),
          }),
        }),
  })
  const replication = confirmByReplicas(router, FLUSHES, openNode)
  const marks = marksOf(router, MARKS)
  const opened = router.opened.then(marks.load)
  await within(OPEN_MS, opened).catch(() => {})

  return {
    commands: router,
    unfitReason: () => router.nodes().flatMap(({ connection }) => connection.unfitReason() ?? [])[0],
    async keys(prefix) {
      const scans = router.requirePrimaries().map((node) => node.keys(prefix))
      return [...new Set((await Promise.all(scans)).flat())]
    },
    warnings() {
      const reason = router.unavailableReason()
      return reason === undefined
        ? warningsOf(router.primaries())
        : [`${description} cannot be used yet: ${reason}`]
    },
    async dataLoss() {
      const evictions = router.primaries().map((node) => node.dataLoss())
      const losses = await Promise.all([marks.findLoss(), ...evictions])
      return losses.find((loss) => loss !== undefined)
    },
    shardOf: router.shardOf,
    flush: replication.confirm,
    async close() {
      await Promise.all([router.close(), replication.close()])
    },
  }
}

/** Returns each warning once, with the affected addresses. */
function warningsOf(primaries: readonly RedisNode[]): string[] {
  const addresses = new Map<string, string[]>()
  for (const { address, warnings } of primaries)
    for (const warning of warnings()) addresses.set(warning, [...(addresses.get(warning) ?? []), address])
  return [...addresses].map(([warning, concerned]) =>
    concerned.length === primaries.length ? warning : `${concerned.join(', ')}: ${warning}`,
  )
}
