import { tierOf } from '#kernel/accounts/quota/tiers'
import type { Tier, Tiers } from '#kernel/kit/environment'
import { Problem } from '#kernel/kit/problem'

/**
 * Asserts that the tier of a key includes the requested path.
 * @throws Problem `tier_required`, which names the tiers that include it
 */
export function assertIncluded(isIncludedIn: (tier: Tier) => boolean, name: string, tiers: Tiers): void {
  if (isIncludedIn(tierOf(name, tiers))) return
  const including = [...tiers].filter(([, tier]) => isIncludedIn(tier)).map(([including]) => including)
  const needed = including.length > 0 ? `It requires ${enumerate(including)}.` : 'No tier includes it.'
  throw new Problem('tier_required', {
    message: `The tier of this key, ${name}, does not include this path. ${needed} See /ref/tiers.`,
  })
}

function enumerate(names: readonly string[]): string {
  return names.length === 1 ? `${names[0]}` : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}
