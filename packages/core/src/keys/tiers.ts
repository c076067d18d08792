/** Section 8 of the specification: what each tier may ask for. `null` is unbounded, or a figure that is not given. */
export const tiers = {
  free: { requests_per_day: 1_000, keys: 1, price: '0', support: 'Community' },
  hobby: { requests_per_day: 50_000, keys: 3, price: '29 per month', support: 'Community' },
  pro: { requests_per_day: 1_000_000, keys: 10, price: '199 per month', support: 'E-mail and webhooks' },
  shell_basic: {
    requests_per_day: 10_000,
    keys: 5,
    price: '500 per month',
    support: 'Enterprise debris feed and monthly PDF',
  },
  shell_pro: {
    requests_per_day: 200_000,
    keys: 20,
    price: '2,000 per month',
    support: 'Custom shells and a chat channel',
  },
  enterprise: {
    requests_per_day: null,
    keys: null,
    price: 'custom',
    support: 'SLA, on-prem cache, dedicated',
  },
} as const satisfies Record<string, Tier>

export type TierName = keyof typeof tiers

export interface Tier {
  readonly requests_per_day: number | null
  readonly keys: number | null
  readonly price: string
  readonly support: string
}

export function isTierName(name: string): name is TierName {
  return Object.hasOwn(tiers, name)
}
