import { ROWS, type Row } from '#config/rows'
import { redactSecrets, type Setting, type Source, wrongValue } from '#config/setting'
import { camelCase, snakeCase } from '#config/settings'
import { UsageError } from '#kit/errors'
import { suggest } from '#kit/suggest'
import type { Terminal } from '#kit/terminal'

/** Flags by commander's names, in addition to the flags of the settings. */
export interface ConfigFlags {
  readonly config?: string
  readonly store?: string
  readonly sample?: true
  readonly upstream?: readonly string[]
}

/** Names of settings by the flags that set them, both in camelCase. */
export type OwnFlags = Readonly<Record<string, string>>

/** Returns the settings given as flags of `serve` or as own flags of a command. */
export function settingsInFlags(flags: ConfigFlags, own: OwnFlags): Setting[] {
  const scalars = ROWS.flatMap((row) => {
    const [long = '', negated, name = ''] = /--(no-)?([\w-]+)/.exec(row.flag ?? '') ?? []
    const value = (flags as Readonly<Record<string, unknown>>)[camelCase(name)]
    // Without `--no-…` commander sets `true`.
    return value === undefined || (negated && value === true) ? [] : [toSetting(row, value, 'flag', long)]
  })
  const ofCommand = Object.entries(own).flatMap(([flag, name]) => {
    const value = (flags as Readonly<Record<string, unknown>>)[flag]
    const row = ROWS.find((one) => one.name === name)
    return row && value !== undefined
      ? [toSetting(row, value, 'flag', `--${snakeCase(flag).replaceAll('_', '-')}`)]
      : []
  })
  return [...scalars, ...ofCommand, ...(flags.upstream ?? []).map(upstreamFlag)]
}

/** Returns the settings given as environment variables; empty variables are ignored. */
export function settingsInVariables(env: Terminal['env']): Setting[] {
  return ROWS.flatMap((row) => {
    const { variable = '' } = row
    const text = env[variable]
    return text ? [toSetting(row, text, 'variable', variable)] : []
  })
}

function toSetting({ field, takes, isSecret }: Row, given: unknown, source: Source, name: string): Setting {
  const value = typeof given === 'string' ? takes.parse(given) : given
  const setting = { field, value, source, name }
  if (!takes.accepts(value)) throw wrongValue(setting, takes.message, isSecret)
  return setting
}

const UPSTREAM = 'upstream.'

function upstreamFlag(text: string): Setting {
  const [, id = '', origin = ''] = /^([^=]*)=(.*)$/s.exec(text) ?? []
  const row = ROWS.find(({ name }) => name === UPSTREAM + id)
  if (row) return toSetting(row, origin, 'flag', `--upstream ${id}=URL`)
  const ids = ROWS.filter(({ name }) => name.startsWith(UPSTREAM)).map(({ name }) =>
    name.slice(UPSTREAM.length),
  )
  const near = suggest(id, ids)
  const remedy = near ? `Did you mean ${near}?` : `Use ${ids.join(', ')}`
  if (origin !== '') throw new UsageError(`unknown upstream "${redactSecrets(id)}"`, remedy)
  throw new UsageError(`--upstream takes ID=URL, not "${redactSecrets(text)}"`, remedy)
}
