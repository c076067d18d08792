import { DEFAULTS, schema } from '#config/schema'
import { redactSecrets, type Setting } from '#config/setting'
import { UsageError } from '#kit/errors'
import { suggest } from '#kit/suggest'
import type { Terminal } from '#kit/terminal'

/** Flags by commander's names. */
export interface ConfigFlags {
  readonly config?: string
  readonly store?: string
  readonly port?: string
  readonly host?: string
  readonly trustedHops?: string
  readonly trustedProxies?: string
  readonly log?: string
  readonly logSample?: string
  readonly metricsPort?: string
  readonly metricsHost?: string
  readonly workers?: string
  readonly drainDelay?: string
  readonly staleIfError?: string
  readonly altitudes?: string
  readonly keepCatalogues?: string
  readonly keepSeries?: string
  readonly upstream?: readonly string[]
  /** `false` for `--no-jobs`. */
  readonly jobs?: boolean
  readonly mirror?: string
  readonly mirrorKeyFile?: string
  readonly verify?: string
  readonly signingKeyFile?: string
  readonly open?: boolean
  readonly prefetch?: boolean
  readonly allowPrivateReceivers?: boolean
}

const FIELDS = Object.keys(schema.entries) as (keyof typeof schema.entries)[]
const PROVIDERS = Object.keys(schema.entries.upstreams.wrapped.entries)

/** Returns the settings given as flags. */
export function settingsInFlags(flags: ConfigFlags): Setting[] {
  const scalars = FIELDS.flatMap((field): Setting[] => {
    const text = flags[camelCase(field) as keyof ConfigFlags]
    if (typeof text !== 'string') return []
    return [flagSetting(`--${field.replaceAll('_', '-')}`, [field], parseFieldValue([field], text))]
  })
  const jobs = flags.jobs === false ? [flagSetting('--no-jobs', ['jobs'], false)] : []
  const set = (['open', 'prefetch'] as const).filter((field) => flags[field] === true)
  const switches = set.map((field) => flagSetting(`--${field}`, [field], true))
  const receivers = flags.allowPrivateReceivers
    ? [flagSetting('--allow-private-receivers', ['webhooks', 'allow_private'], true)]
    : []
  return [...scalars, ...jobs, ...switches, ...receivers, ...(flags.upstream ?? []).map(upstreamFlag)]
}

/** Returns the settings given as environment variables; empty variables are ignored. */
export function settingsInVariables(env: Terminal['env']): Setting[] {
  const places = [
    ...FIELDS.filter((field) => !(field in GROUPS)).map((field) => [field]),
    ...Object.entries(GROUPS).flatMap(([group, members]) => members.map((member) => [group, member])),
  ]
  return places.flatMap((path): Setting[] => {
    const name = variableName(path)
    const text = env[name]
    return text ? [{ path, value: parseFieldValue(path, text), source: 'variable', name }] : []
  })
}

/**
 * Fields with one variable per member. Tiers, which have free names, and the list of alerts can be set in the
 * file only.
 */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  limits: Object.keys(DEFAULTS.limits),
  upstreams: PROVIDERS,
  webhooks: Object.keys(schema.entries.webhooks.wrapped.entries),
  tiers: [],
  alerts: [],
}

const SINGULAR: Readonly<Record<string, string>> = { upstreams: 'upstream', webhooks: 'webhook' }

/** Returns the variable of a setting, such as `SPACE_DATA_LIMITS_ISSUANCE_PER_HOUR`. */
function variableName([field = '', ...members]: readonly string[]): string {
  const parts = [SINGULAR[field] ?? field, ...members]
  return `SPACE_DATA_${parts.join('_').toUpperCase().replaceAll('-', '_')}`
}

function flagSetting(name: string, path: readonly string[], value: unknown): Setting {
  return { path, value, source: 'flag', name }
}

function upstreamFlag(text: string): Setting {
  const [, id = '', origin = ''] = /^([^=]*)=(.*)$/s.exec(text) ?? []
  if (PROVIDERS.includes(id)) return flagSetting(`--upstream ${id}=URL`, ['upstreams', id], origin)
  const near = suggest(id, PROVIDERS)
  const remedy = near ? `Did you mean ${near}?` : `Use ${PROVIDERS.join(', ')}`
  if (origin !== '') throw new UsageError(`unknown upstream "${redactSecrets(id)}"`, remedy)
  throw new UsageError(`--upstream takes ID=URL, not "${redactSecrets(text)}"`, remedy)
}

/** Converts a text to the type of its field; invalid text is left for the schema to reject. */
function parseFieldValue([field = '', member]: readonly string[], text: string): unknown {
  const group: unknown = DEFAULTS[field as keyof typeof DEFAULTS]
  const example = member === undefined ? group : (group as Readonly<Record<string, unknown>>)[member]
  if (typeof example === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  const isNumber = typeof example === 'number' || field === 'limits' || field === 'metrics_port'
  return isNumber && /^\d{1,9}$/.test(text) ? Number(text) : text
}

/** Converts `trusted_hops` to `trustedHops`. */
export function camelCase(field: string): string {
  return field.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}
