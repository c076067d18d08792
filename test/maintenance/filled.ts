import { propagateShells } from '../../packages/core/src/jobs/propagate-shells.ts'
import { issueByOperator, issueSelfServe } from '../../packages/core/src/keys/issue.ts'
import { countedUntil, requestCounter } from '../../packages/core/src/keys/request-count.ts'
import { revokeKey } from '../../packages/core/src/keys/revoke.ts'
import { rotateKey } from '../../packages/core/src/keys/rotate.ts'
import { CheckReports } from '../../packages/core/src/store/check-reports.ts'
import { nextUtcMidnight, utcDay } from '../../packages/core/src/time.ts'
import { catalogueOf, quickPool } from '../jobs/support.ts'
import type { TestContext } from '../support/context.ts'

const DAY = 86_400_000

/**
 * Fills a store with all that an export takes along: keys that are live, revoked, in grace, of an account and of none; counts of
 * today and of earlier days; check reports and shells of two sets of origins. Gives the keys that are good.
 */
export async function fill(context: TestContext): Promise<string[]> {
  const own = await issueSelfServe('Größe 🛰️ "quoted"\\', 'network', context)
  const acme = await issueByOperator({ tier: 'hobby', label: 'live', account: 'acme' }, context)
  const gone = await issueByOperator({ tier: 'hobby', label: 'revoked', account: 'acme' }, context)
  await revokeKey(gone.record.id, context)
  const next = await rotateKey(acme.record.id, { graceMs: 3_600_000 }, context)
  await count('acme', context.now(), 1_000_000, context)
  await count('acme', context.now() - 29 * DAY, 7, context)
  await count(own.record.id, context.now() - DAY, 999, context)
  for (const world of ['', '(sample)']) await reportAndShells(world, context)
  return [own.key, acme.key, next?.key ?? '']
}

async function count(account: string, at: number, times: number, { store, now }: TestContext): Promise<void> {
  const day = { name: utcDay(at), end: nextUtcMidnight(at) }
  await store.counters.raise(requestCounter(account, day), times, countedUntil(day), now())
}

async function reportAndShells(world: string, context: TestContext): Promise<void> {
  const there = { ...context, settings: { ...context.settings, world } }
  for (const ago of [300, 1]) {
    const began_at = context.now() - ago * DAY
    const upstreams = [
      { id: 'swpc-kp-1m', provider: 'NOAA SWPC', status: 'operational', error: null } as never,
    ]
    const reports = new CheckReports(context.store, world, context.now)
    await reports.put({ began_at, ended_at: began_at + 30_000, upstreams })
  }
  for (const objects of [6_001, 6_000]) {
    await propagateShells(there, {
      catalogue: catalogueOf(objects),
      at: context.now(),
      pool: () => quickPool(),
    })
    context.time.at += 1_000
  }
}
