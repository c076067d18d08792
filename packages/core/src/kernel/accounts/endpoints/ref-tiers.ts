import * as v from 'valibot'
import { listedTiers, tierOf } from '#kernel/accounts/quota/tiers'
import type { Endpoint } from '#kernel/endpoint/endpoint'
import { referenceTable } from '#kernel/endpoint/reference-table'
import { count, text } from '#kernel/endpoint/schemas'
import type { Settings } from '#kernel/kit/environment'

/** Serves the tiers of API keys with their limits. */
export function referenceTiers(settings: Pick<Settings, 'tiers' | 'anonymous'>): Endpoint {
  const free = tierOf('free', settings.tiers)
  const tiers = listedTiers(settings)
  return referenceTable({
    path: '/ref/tiers',
    operationId: 'listTiers',
    summary: 'Tiers and their daily limits',
    name: 'tiers',
    rowName: 'Tier',
    row: {
      tier: v.pipe(v.picklist([...tiers.keys()]), v.description('Name of the tier'), v.examples(['free'])),
      price: text('Price in US dollars', '29 per month'),
      requests_per_day: v.nullable(
        count('Requests per UTC day; null for unlimited', free.requestsPerDay ?? 1_000),
      ),
      keys: v.nullable(count('Keys per account; null if not fixed', free.keys ?? 1)),
      webhooks: count('Webhooks per account; 0 for none', free.webhooks),
      debris_products: v.pipe(
        v.boolean(),
        v.description('Whether /shell/objects, /shell/history and /v1/reports are included'),
        v.examples([free.debrisProducts]),
      ),
      custom_shells: count('Custom shells per account; 0 for none', free.customShells),
      support: text('Kind of support', 'Community'),
    },
    rows: () =>
      [...tiers].map(([tier, limits]) => ({
        tier,
        price: limits.price,
        requests_per_day: limits.requestsPerDay,
        keys: limits.keys,
        webhooks: limits.webhooks,
        debris_products: limits.debrisProducts,
        custom_shells: limits.customShells,
        support: limits.support,
      })),
  })
}
