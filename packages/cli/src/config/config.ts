import { InvalidOptionError, type Tier, type TierChanges, type Tiers, tiersOf } from '@space-data/core'
import * as v from 'valibot'
import { type ConfigFile, readConfigFile, settingsInFile } from '#config/file'
import { type ConfigFlags, settingsInFlags, settingsInVariables } from '#config/flags-and-variables'
import { DEFAULTS, schema, type Values } from '#config/schema'
import {
  flattenSettings,
  isSecret,
  mergeSettings,
  redactSecrets,
  type Setting,
  settingName,
} from '#config/setting'
import { UsageError } from '#kit/errors'
import type { RawValue } from '#kit/raw-value'
import { suggest } from '#kit/suggest'
import type { Terminal } from '#kit/terminal'

type Checked = Omit<Values, 'store' | 'tiers' | 'limits'> & typeof DEFAULTS

/** The resolved settings. */
export interface Config extends Omit<Checked, 'tiers'> {
  /** Absent for the default file. */
  readonly store: RawValue | undefined
  readonly tierChanges: TierChanges
  readonly tiers: Tiers
  /** Every value with its source. */
  readonly settings: readonly Setting[]
}

/**
 * Reads the settings. Precedence: flags, environment, file, defaults.
 * @throws UsageError that names the invalid field and what it accepts
 */
export async function readConfig(flags: ConfigFlags, terminal: Terminal): Promise<Config> {
  const { env } = terminal
  const file = await readConfigFile(flags.config, env)
  const settings = lastOfEach([
    ...flattenSettings(DEFAULTS, 'default', ''),
    ...(file ? validateFile(file) : []),
    ...validateSettings(settingsInVariables(env)),
    ...validateSettings(settingsInFlags(flags)),
  ])
  const store = settings.find(({ path }) => path[0] === 'store')
  const values = { ...DEFAULTS, ...mergeSettings(settings) } as Checked
  return {
    ...values,
    store: store && { text: String(store.value), from: settingName(store) },
    tierChanges: tierChangesIn(values.tiers),
    tiers: tiersOf(tierChangesIn(values.tiers)),
    settings,
  }
}

/** Field of a tier in core by its member in a config file, where the two differ. */
const FIELD_OF_TIER: Readonly<Record<string, keyof Tier>> = {
  requests_per_day: 'requestsPerDay',
  debris_products: 'debrisProducts',
  custom_shells: 'customShells',
}

type TiersInFile = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/**
 * Converts the tiers of a config file, whose members are in snake_case, to the option of core, which
 * validates them.
 */
function tierChangesIn(tiers: TiersInFile = {}): TierChanges {
  const changes = Object.entries(tiers).map(([name, tier]) => {
    const members = Object.entries(tier).map(([member, value]) => [FIELD_OF_TIER[member] ?? member, value])
    return [name, Object.fromEntries(members)]
  })
  return Object.fromEntries(changes)
}

/** Returns the last setting of each path. */
function lastOfEach(settings: readonly Setting[]): Setting[] {
  return [...new Map(settings.map((setting) => [setting.path.join('.'), setting])).values()]
}

function validateFile(file: ConfigFile): Setting[] {
  const settings = settingsInFile(file)
  // Valibot accepts an array as an object.
  const list = settings.find(({ path, value }) => Array.isArray(value) && path[0] !== 'alerts')
  if (list) throw new UsageError(`${settingName(list)} takes an object or a single value, not a list`)
  const { issues } = v.safeParse(schema, file.values)
  if (issues) throw invalidSetting(issues[0], settings, file.path)
  try {
    tiersOf(tierChangesIn((file.values as { tiers?: TiersInFile }).tiers))
  } catch (error) {
    if (error instanceof InvalidOptionError) {
      const message = Object.entries(FIELD_OF_TIER).reduce(
        (text, [member, field]) => text.replaceAll(field, member),
        error.message,
      )
      throw new UsageError(`${file.path}: ${message}`, undefined, error)
    }
    throw error
  }
  return settings
}

function validateSettings(settings: Setting[]): Setting[] {
  const { issues } = v.safeParse(schema, mergeSettings(settings))
  if (issues) throw invalidSetting(issues[0], settings)
  return settings
}

type Issue = v.InferIssue<typeof schema>

function invalidSetting(issue: Issue, settings: readonly Setting[], file = ''): UsageError {
  const path = v.getDotPath(issue) ?? ''
  if (issue.expected === 'never') return unknownField(path, file)
  const setting = settings.find((one) => one.path.join('.') === path)
  const called = setting ? settingName(setting) : `${path} in ${file}`
  const value = isSecret(path) ? '' : `, not ${formatValue(issue.input)}`
  return new UsageError(`${called} takes ${issue.message}${value}`)
}

function unknownField(path: string, file: string): UsageError {
  const parent = path.split('.').slice(0, -1)
  const names = fieldNames(parent)
  const near = suggest(path.split('.').at(-1) ?? '', names)
  const remedy = near ? `Did you mean ${[...parent, near].join('.')}?` : `Fields: ${names.join(', ')}`
  return new UsageError(`${file}: unknown field ${formatValue(path)}`, remedy)
}

/** Returns the fields of an object in the configuration. */
function fieldNames(path: readonly string[]): string[] {
  const { entries } = schema
  if (path[0] === 'tiers') return Object.keys(entries.tiers.wrapped.value.entries)
  if (path[0] === 'limits') return Object.keys(entries.limits.wrapped.entries)
  if (path[0] === 'upstreams') return Object.keys(entries.upstreams.wrapped.entries)
  if (path[0] === 'webhooks') return Object.keys(entries.webhooks.wrapped.entries)
  if (path[0] === 'alerts') return Object.keys(entries.alerts.wrapped.item.entries)
  return Object.keys(entries)
}

const LONGEST = 60

function formatValue(value: unknown): string {
  const text = redactSecrets(JSON.stringify(value) ?? String(value))
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text
}
