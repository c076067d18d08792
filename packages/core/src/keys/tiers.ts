import type { Tier, Tiers } from '#context'
import { isLabel } from '#keys/label'

/** Section 8 of the specification. */
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

/** A tier of section 8. */
export type TierName = keyof typeof tiers

/** What an operator says of tiers, by name: some fields of one that there is, all fields of a new one. */
export type TierChanges = Readonly<Record<string, Partial<Tier>>>

/** Section 8 with an operator's changes; throws a TypeError that names the field and says what it takes. */
export function tiersOf(changes: TierChanges = {}): Tiers {
  const table = new Map<string, Tier>(Object.entries(tiers))
  for (const [name, change] of Object.entries(changes)) {
    if (!NAME.test(name)) throw new TypeError(`tiers: ${NAME_TAKES}, not ${JSON.stringify(name)}`)
    table.set(name, changed(name, table.get(name), change))
  }
  return table
}

/** The tier that a key is in; one that is no longer in the table has the day of `free`. */
export function tierOf(name: string, table: Tiers): Tier {
  return table.get(name) ?? table.get('free') ?? tiers.free
}

/** Throws a TypeError, whose message is for people, unless there is such a tier. */
export function assertTier(name: string, table: Tiers): void {
  if (!table.has(name)) throw new TypeError(`There is no tier "${name}": ${[...table.keys()].join(', ')}`)
}

const NAME = /^[a-z][a-z0-9_]{0,31}$/
const NAME_TAKES = 'a name has 1 to 32 of a–z 0–9 _ and begins with a letter'

type Rule = readonly [takes: string, isGood: (value: unknown) => boolean]

const upTo = (most: number) => (value: unknown) =>
  value === null || (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most)
const isText = (value: unknown) => typeof value === 'string' && isLabel(value)

const RULES: Readonly<Record<keyof Tier, Rule>> = {
  // Draft 11 of the RateLimit fields cannot carry more than 15 digits.
  requests_per_day: ['a whole number from 1 to 10^12, or null for no limit', upTo(1e12)],
  keys: ['a whole number from 1 to 10^6, or null for no limit', upTo(1e6)],
  price: ['a text of 1 to 100 characters', isText],
  support: ['a text of 1 to 100 characters', isText],
}

function changed(name: string, before: Tier | undefined, change: Partial<Tier>): Tier {
  const after = { ...before, ...change }
  const unknown = Object.keys(after).find((field) => !Object.hasOwn(RULES, field))
  if (unknown !== undefined) {
    throw new TypeError(`tiers.${name} has ${Object.keys(RULES).join(', ')}, not ${JSON.stringify(unknown)}`)
  }
  for (const [field, [takes, isGood]] of Object.entries(RULES)) {
    const value = after[field as keyof Tier]
    if (value === undefined) {
      throw new TypeError(
        `tiers.${name}.${field} is missing: a new tier has ${Object.keys(RULES).join(', ')}`,
      )
    }
    if (!isGood(value))
      throw new TypeError(`tiers.${name}.${field} takes ${takes}, not ${JSON.stringify(value)}`)
  }
  return after as Tier
}
