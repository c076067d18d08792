import { tiers as builtIn } from '@space-data/core'
import { readConfig } from '#config/config'
import { requestAsOperator } from '#instance/operator-request'
import { openService, type ServiceFlags } from '#instance/service'
import { formatInteger, printJson, printTable } from '#kit/print'
import type { Terminal } from '#kit/terminal'

/** The part of the `/ref/tiers` envelope that we print. */
interface TiersEnvelope {
  readonly data: { readonly tiers: readonly Tier[] }
}

interface Tier {
  readonly tier: string
  readonly price: string
  readonly requests_per_day: number | null
  readonly keys: number | null
  readonly webhooks: number
  readonly debris_products: boolean
  readonly custom_shells: number
  readonly support: string
}

/** Prints the tiers as served at `/ref/tiers`. */
export async function tiers(
  { json, ...flags }: ServiceFlags & { json?: true },
  terminal: Terminal,
): Promise<void> {
  // Tiers are configured, not stored, so no store is needed.
  const spaceData = await openService({ ...flags, store: 'memory:' }, terminal, { use: 'serving' })
  const envelope = await requestAsOperator<TiersEnvelope>('/ref/tiers', spaceData).finally(() =>
    spaceData.close(),
  )
  if (json) return printJson(envelope, terminal)
  return printTable(TITLES, envelope.data.tiers.map(toTierRow), terminal, {
    leaving: ['SUPPORT'],
    whole: ['TIER', 'REQUESTS PER DAY'],
  })
}

/** Returns the tier names for completion; an invalid configuration yields the built-in ones. */
export async function tierNames(
  flags: { readonly config?: string },
  terminal: Terminal,
): Promise<readonly string[]> {
  try {
    return [...(await readConfig(flags, terminal)).tiers.keys()]
  } catch {
    return Object.keys(builtIn)
  }
}

const TITLES = ['TIER', 'PRICE, USD', 'REQUESTS PER DAY', 'KEYS', 'WEBHOOKS', 'DEBRIS', 'SHELLS', 'SUPPORT']

function toTierRow({
  tier,
  price,
  requests_per_day,
  keys,
  webhooks,
  debris_products,
  custom_shells,
  support,
}: Tier): string[] {
  return [
    tier,
    price,
    (requests_per_day === null ? 'unbounded' : formatInteger(requests_per_day)).padStart(16),
    (keys === null ? '-' : String(keys)).padStart(4),
    String(webhooks).padStart(8),
    debris_products ? 'yes' : 'no',
    String(custom_shells).padStart(6),
    support,
  ]
}
