import { tiers as builtIn } from '@space-data/core'
import { ask } from '#ask'
import { readConfig } from '#config/config'
import { open, type WorldFlags } from '#open'
import { printJson, printTable, wholeOf } from '#print'
import type { Terminal } from '#terminal'

/** What we print of the envelope of `/ref/tiers`. */
interface TiersEnvelope {
  readonly data: { readonly tiers: readonly Tier[] }
}

interface Tier {
  readonly tier: string
  readonly price: string
  readonly requests_per_day: number | null
  readonly keys: number | null
  readonly support: string
}

/** Prints what each tier may ask for, as the service itself says at `/ref/tiers`. */
export async function tiers(
  { json, ...flags }: WorldFlags & { json?: true },
  terminal: Terminal,
): Promise<void> {
  // The table is configured, not stored: no store need be there.
  const spaceData = await open({ ...flags, store: 'memory:' }, terminal, { use: 'serving' })
  const envelope = await ask<TiersEnvelope>('/ref/tiers', spaceData).finally(() => spaceData.close())
  if (json) return printJson(envelope, terminal)
  return printTable(TITLES, envelope.data.tiers.map(rowOf), terminal)
}

/** The names of the tiers in force, for a shell to complete: what is wrong with a configuration is not said here. */
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

const TITLES = ['TIER', 'PRICE, USD', 'REQUESTS PER DAY', 'KEYS', 'SUPPORT']

function rowOf({ tier, price, requests_per_day, keys, support }: Tier): string[] {
  return [
    tier,
    price,
    (requests_per_day === null ? 'unbounded' : wholeOf(requests_per_day)).padStart(16),
    (keys === null ? '-' : String(keys)).padStart(4),
    support,
  ]
}
