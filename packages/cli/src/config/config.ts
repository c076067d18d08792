import { type TierChanges, type Tiers, tiersOf } from '@space-data/core'
import * as v from 'valibot'
import { type ConfigFile, readConfigFile, settingsInFile } from '#config/file'
import { type ConfigFlags, settingsInFlags, settingsInVariables } from '#config/flags-and-variables'
import { nearest } from '#config/nearest'
import { DEFAULTS, schema, type Values } from '#config/schema'
import { calledOf, type Setting, settingsIn, together, withoutSecrets } from '#config/setting'
import { UsageError } from '#failure'
import type { Given } from '#given'
import type { Terminal } from '#terminal'

type Checked = Omit<Values, 'store' | 'tiers' | 'limits'> & typeof DEFAULTS

/** The settings in force. */
export interface Config extends Omit<Checked, 'tiers'> {
  /** Absent for the default file. */
  readonly store: Given | undefined
  readonly tierChanges: TierChanges
  readonly tiers: Tiers
  /** Every value with where it came from. */
  readonly settings: readonly Setting[]
}

/** Flags over environment over file over defaults; throws a UsageError that names the field and says what it takes. */
export async function readConfig(flags: ConfigFlags, terminal: Terminal): Promise<Config> {
  const { env } = terminal
  const file = await readConfigFile(flags.config, env)
  const settings = inForce([
    ...settingsIn(DEFAULTS, 'default', ''),
    ...(file ? checkedFile(file) : []),
    ...checked(settingsInVariables(env)),
    ...checked(settingsInFlags(flags)),
  ])
  const store = settings.find(({ path }) => path[0] === 'store')
  const values = { ...DEFAULTS, ...together(settings) } as Checked
  return {
    ...values,
    store: store && { text: String(store.value), from: calledOf(store) },
    tierChanges: values.tiers,
    tiers: tiersOf(values.tiers),
    settings,
  }
}

/** Of several settings of one place the last. */
function inForce(settings: readonly Setting[]): Setting[] {
  return [...new Map(settings.map((setting) => [setting.path.join('.'), setting])).values()]
}

function checkedFile(file: ConfigFile): Setting[] {
  const settings = settingsInFile(file)
  // To valibot a list is an object like any other.
  const list = settings.find(({ value }) => Array.isArray(value))
  if (list) throw new UsageError(`${calledOf(list)} takes no list`)
  const { issues } = v.safeParse(schema, file.values)
  if (issues) throw complaint(issues[0], settings, file.path)
  try {
    tiersOf((file.values as { tiers?: TierChanges }).tiers)
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(`${file.path}: ${error.message}`, undefined, error)
    throw error
  }
  return settings
}

function checked(settings: Setting[]): Setting[] {
  const { issues } = v.safeParse(schema, together(settings))
  if (issues) throw complaint(issues[0], settings)
  return settings
}

type Issue = v.InferIssue<typeof schema>

function complaint(issue: Issue, settings: readonly Setting[], file = ''): UsageError {
  const path = v.getDotPath(issue) ?? ''
  if (issue.expected === 'never') return unknownField(path, file)
  const setting = settings.find((one) => one.path.join('.') === path)
  const called = setting ? calledOf(setting) : `${path} in ${file}`
  return new UsageError(`${called} takes ${issue.message}, not ${shown(issue.input)}`)
}

function unknownField(path: string, file: string): UsageError {
  const parent = path.split('.').slice(0, -1)
  const names = namesAt(parent)
  const near = nearest(path.split('.').at(-1) ?? '', names)
  const remedy = near ? `Did you mean ${[...parent, near].join('.')}?` : `It takes ${names.join(', ')}`
  return new UsageError(`${file}: there is no field ${shown(path)}`, remedy)
}

/** The fields that an object of the configuration takes. */
function namesAt(path: readonly string[]): string[] {
  const { entries } = schema
  if (path[0] === 'tiers') return Object.keys(entries.tiers.wrapped.value.entries)
  if (path[0] === 'limits') return Object.keys(entries.limits.wrapped.entries)
  if (path[0] === 'upstreams') return Object.keys(entries.upstreams.wrapped.entries)
  return Object.keys(entries)
}

const LONGEST = 60

function shown(value: unknown): string {
  const text = withoutSecrets(JSON.stringify(value) ?? String(value))
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text
}
