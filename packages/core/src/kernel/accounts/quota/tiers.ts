import { isLabel } from '#kernel/accounts/keys/label'
import type { Settings, Tier, Tiers } from '#kernel/kit/environment'
import { InvalidOptionError } from '#kernel/kit/errors'

/** The default tiers, by name. */
export const tiers = {
  free: {
    requestsPerDay: 1_000,
    keys: 1,
    webhooks: 0,
    debrisProducts: false,
    customShells: 0,
    price: '0',
    support: 'Community',
  },
  hobby: {
    requestsPerDay: 50_000,
    keys: 3,
    webhooks: 0,
    debrisProducts: false,
    customShells: 0,
    price: '29 per month',
    support: 'Community',
  },
  pro: {
    requestsPerDay: 1_000_000,
    keys: 10,
    webhooks: 5,
    debrisProducts: false,
    customShells: 0,
    price: '199 per month',
    support: 'E-mail and webhooks',
  },
  shell_basic: {
    requestsPerDay: 10_000,
    keys: 5,
    webhooks: 0,
    debrisProducts: true,
    customShells: 0,
    price: '500 per month',
    support: 'Enterprise debris feed and monthly PDF',
  },
  shell_pro: {
    requestsPerDay: 200_000,
    keys: 20,
    webhooks: 10,
    debrisProducts: true,
    customShells: 20,
    price: '2,000 per month',
    support: 'Custom shells and a chat channel',
  },
  enterprise: {
    requestsPerDay: null,
    keys: null,
    webhooks: 50,
    debrisProducts: true,
    customShells: 20,
    price: 'custom',
    support: 'SLA, on-prem cache, dedicated',
  },
} as const satisfies Record<string, Tier>

/** Name of a default tier. */
export type TierName = keyof typeof tiers

/** Changes to tiers, by name: any fields of an existing tier, all fields of a new one. */
export type TierChanges = Readonly<Record<string, Partial<Tier>>>

/**
 * Returns the default tiers with the given changes.
 *
 * @throws InvalidOptionError if a name or a field is invalid; the message names it
 * @example
 * import { tiersOf } from '@space-data/core'
 *
 * tiersOf({ hobby: { requestsPerDay: 100_000 } }).get('hobby')?.keys // 3
 */
export function tiersOf(changes: TierChanges = {}): Tiers {
  const table = new Map<string, Tier>(Object.entries(tiers))
  for (const [name, change] of Object.entries(changes)) {
    if (!NAME.test(name))
      throw new InvalidOptionError(
        `tiers: a name must have 1 to 32 of a–z 0–9 _ and begin with a letter, not ${JSON.stringify(name)}.`,
      )
    table.set(name, mergeTier(name, table.get(name), change))
  }
  return table
}

/** Name of anonymous access in the list of tiers. */
export const ANONYMOUS = 'anonymous'

/** Returns the tiers shown to users, preceded by anonymous access if it is allowed. */
export function listedTiers({ tiers, anonymous }: Pick<Settings, 'tiers' | 'anonymous'>): Tiers {
  if (anonymous === 0) return tiers
  const { price, support } = tierOf('free', tiers)
  const withoutKey: Tier = { ...NOTHING_MORE, requestsPerDay: anonymous, keys: 0, price, support }
  return new Map([[ANONYMOUS, withoutKey], ...tiers])
}

/** Returns the tier of a key. A tier that is no longer configured has the limits of `free`. */
export function tierOf(name: string, table: Tiers): Tier {
  return table.get(name) ?? table.get('free') ?? tiers.free
}

/**
 * Asserts that a tier is configured.
 *
 * @throws InvalidOptionError
 */
export function assertTier(name: string, table: Tiers): void {
  if (!table.has(name))
    throw new InvalidOptionError(`Unknown tier "${name}". Use one of ${[...table.keys()].join(', ')}.`)
}

const NAME = /^[a-z][a-z0-9_]{0,31}$/

type Rule = readonly [expected: string, isValid: (value: unknown) => boolean]

const isCountUpTo = (max: number) => (value: unknown) =>
  value === null || (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= max)
const isLimitUpTo = (max: number) => (value: unknown) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= max
const isBoolean = (value: unknown) => typeof value === 'boolean'
const isText = (value: unknown) => typeof value === 'string' && isLabel(value)

const RULES: Readonly<Record<keyof Tier, Rule>> = {
  // Draft 11 of the RateLimit header fields allows integers of at most 15 digits.
  requestsPerDay: ['a whole number from 1 to 10^12, or null for no limit', isCountUpTo(1e12)],
  keys: ['a whole number from 1 to 10^6, or null for no limit', isCountUpTo(1e6)],
  webhooks: ['a whole number from 0 to 1,000', isLimitUpTo(1_000)],
  debrisProducts: ['true or false', isBoolean],
  customShells: ['a whole number from 0 to 1,000', isLimitUpTo(1_000)],
  price: ['a text of 1 to 100 characters', isText],
  support: ['a text of 1 to 100 characters', isText],
}

/** Fields that a new tier may omit. */
const NOTHING_MORE = { webhooks: 0, debrisProducts: false, customShells: 0 }

function mergeTier(name: string, existing: Tier | undefined, change: Partial<Tier>): Tier {
  const merged = { ...NOTHING_MORE, ...existing, ...change }
  const unknown = Object.keys(merged).find((field) => !Object.hasOwn(RULES, field))
  if (unknown !== undefined) {
    throw new InvalidOptionError(
      `tiers.${name} has an unknown field ${JSON.stringify(unknown)}. Use ${Object.keys(RULES).join(', ')}.`,
    )
  }
  for (const [field, [expected, isValid]] of Object.entries(RULES)) {
    const value = merged[field as keyof Tier]
    if (value === undefined) {
      const needed = Object.keys(RULES).filter((each) => !Object.hasOwn(NOTHING_MORE, each))
      throw new InvalidOptionError(
        `tiers.${name}.${field} is missing. A new tier needs ${needed.join(', ')}.`,
      )
    }
    if (!isValid(value))
      throw new InvalidOptionError(
        `tiers.${name}.${field} must be ${expected}, not ${JSON.stringify(value)}.`,
      )
  }
  return merged as Tier
}
