import {
  InvalidOptionError,
  type NetworkLimits,
  type OperatorReceiver,
  type ProviderId,
  type SpaceDataOptions,
  type TierChanges,
  type Tiers,
  tiersOf,
} from '@space-data/core'
import { type ConfigFile, readConfigFile, settingsInFile } from '#config/file'
import {
  type ConfigFlags,
  type OwnFlags,
  settingsInFlags,
  settingsInVariables,
} from '#config/flags-and-variables'
import type { MqttValues } from '#config/mqtt-section'
import { ROWS, TIER_MEMBERS } from '#config/rows'
import { type Setting, settingName } from '#config/setting'
import { camelCase, type Values } from '#config/settings'
import { UsageError } from '#kit/errors'
import type { RawValue } from '#kit/raw-value'
import type { Terminal } from '#kit/terminal'

/** The resolved settings. */
export interface Config extends Omit<Values, 'store'>, MqttValues {
  /** Absent for the default file. */
  readonly store: RawValue | undefined
  readonly alerts: readonly OperatorReceiver[]
  readonly limits: NetworkLimits
  readonly upstreams: Readonly<Partial<Record<ProviderId, string>>>
  readonly tierChanges: TierChanges
  readonly tiers: Tiers
  /** Options of core that differ from their defaults, except the options made of several settings. */
  readonly options: Partial<SpaceDataOptions>
  /** Every value with its source. */
  readonly settings: readonly Setting[]
}

/**
 * Reads the settings. Precedence: flags, environment, file, defaults.
 * @param own flags of the command for settings that have no flag of `serve`
 * @throws UsageError that names the invalid field and what it accepts
 */
export async function readConfig(
  flags: ConfigFlags,
  terminal: Terminal,
  own: OwnFlags = {},
): Promise<Config> {
  const { env } = terminal
  const file = await readConfigFile(flags.config, env)
  const inFile = file ? settingsInFile(file) : []
  const tierChanges = file ? tierChangesIn(file) : {}
  const settings = [...defaults(), ...inFile, ...settingsInVariables(env), ...settingsInFlags(flags, own)]
  const last = new Map(settings.map((setting) => [setting.field, setting]))
  const store = last.get('store')
  return {
    ...(valuesIn(last, '') as Omit<Values, 'store'> & MqttValues & Pick<Config, 'alerts'>),
    store: store && { text: String(store.value), from: settingName(store) },
    limits: valuesIn(last, 'limits') as unknown as NetworkLimits,
    upstreams: valuesIn(last, 'upstream'),
    tierChanges,
    tiers: tiersOf(tierChanges),
    options: optionsIn(last),
    settings: [...last.values()],
  }
}

function defaults(): Setting[] {
  return ROWS.flatMap(({ field, default: value }): Setting[] =>
    value === undefined ? [] : [{ field, value, source: 'default', name: '' }],
  )
}

/**
 * Returns the values of the settings in a group by their names in it; for `''`, the settings outside groups.
 */
function valuesIn(settings: ReadonlyMap<string, Setting>, group: string): Record<string, unknown> {
  const values = ROWS.flatMap(({ name, field }) => {
    const [member = '', parent = ''] = name.split('.').reverse()
    const value = settings.get(field)?.value
    return parent === group && value !== undefined ? [[member, value]] : []
  })
  return Object.fromEntries(values)
}

/** Returns the options of core for the settings that are set. Core has the same defaults. */
function optionsIn(settings: ReadonlyMap<string, Setting>): Partial<SpaceDataOptions> {
  const options = ROWS.map(({ field, option }) => {
    const setting = settings.get(field)
    return setting && setting.source !== 'default' ? option?.(setting.value as never) : undefined
  })
  return Object.assign({}, ...options)
}

/** Converts the tiers of a file to the option of core, which checks them. */
function tierChangesIn({ path, values }: ConfigFile): TierChanges {
  const { tiers = {} } = values as { tiers?: Readonly<Record<string, object>> }
  const changes = Object.entries(tiers).map(([name, tier]) => {
    const members = Object.entries(tier).map(([member, value]) => [camelCase(member), value])
    return [name, Object.fromEntries(members)]
  })
  try {
    tiersOf(Object.fromEntries(changes))
    return Object.fromEntries(changes)
  } catch (error) {
    if (!(error instanceof InvalidOptionError)) throw error
    const message = TIER_MEMBERS.reduce(
      (text, member) => text.replaceAll(camelCase(member), member),
      error.message,
    )
    throw new UsageError(`${path}: ${message}`, undefined, error)
  }
}
