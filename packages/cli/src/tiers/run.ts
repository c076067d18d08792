import { tiers as builtIn, type Tier } from '@space-data/core'
import { readConfig } from '#config/config'
import { readAsOperator } from '#instance/operator-request'
import { openService, type ServiceFlags } from '#instance/service'
import { formatInteger, printJson, printTable } from '#kit/print'
import type { Terminal } from '#kit/terminal'

/** Prints the tiers; as JSON, what `/ref/tiers` serves. */
export async function tiers(flags: ServiceFlags & { json?: true }, terminal: Terminal): Promise<void> {
  if (!flags.json) {
    const { tiers } = await readConfig(flags, terminal)
    return printTable(TITLES, [...tiers].map(toTierRow), terminal, {
      leaving: ['SUPPORT'],
      whole: ['TIER', 'REQUESTS PER DAY'],
    })
  }
  // Tiers are configured, not stored, so no store is needed.
  const spaceData = await openService({ ...flags, store: 'memory:' }, terminal, { use: 'serving' })
  const envelope = await readAsOperator('/ref/tiers', spaceData).finally(() => spaceData.close())
  return printJson(envelope, terminal)
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

function toTierRow([name, tier]: readonly [string, Tier]): string[] {
  const { price, requestsPerDay, keys, webhooks, debrisProducts, customShells, support } = tier
  return [
    name,
    price,
    (requestsPerDay === null ? 'unbounded' : formatInteger(requestsPerDay)).padStart(16),
    (keys === null ? '-' : String(keys)).padStart(4),
    String(webhooks).padStart(8),
    debrisProducts ? 'yes' : 'no',
    String(customShells).padStart(6),
    support,
  ]
}
