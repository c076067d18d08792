import { DEFAULTS, schema } from '#config/schema'
import type { Setting } from '#config/setting'
import { UsageError } from '#failure'
import type { Terminal } from '#terminal'

/** The flags of a command, by the names that commander gives them. */
export interface ConfigFlags {
  readonly config?: string
  readonly store?: string
  readonly port?: string
  readonly host?: string
  readonly trustedHops?: string
  readonly trustedProxies?: string
  readonly log?: string
  readonly metricsPort?: string
  readonly metricsHost?: string
  readonly staleIfError?: string
  readonly altitudes?: string
  readonly upstream?: readonly string[]
  /** Commander's name for `--no-jobs`. */
  readonly jobs?: boolean
  readonly mirror?: string
  readonly mirrorKeyFile?: string
  readonly open?: boolean
  readonly prefetch?: boolean
}

const FIELDS = Object.keys(schema.entries) as (keyof typeof schema.entries)[]
const PROVIDERS = Object.keys(schema.entries.upstreams.wrapped.entries)

/** What the command line says; a flag that is not given says nothing. */
export function settingsInFlags(flags: ConfigFlags): Setting[] {
  const scalars = FIELDS.flatMap((field): Setting[] => {
    const text = flags[camelCase(field) as keyof ConfigFlags]
    if (typeof text !== 'string') return []
    return [flag(`--${field.replaceAll('_', '-')}`, [field], jsonOf(field, text))]
  })
  const jobs = flags.jobs === false ? [flag('--no-jobs', ['jobs'], false)] : []
  const set = (['open', 'prefetch'] as const).filter((field) => flags[field] === true)
  const switches = set.map((field) => flag(`--${field}`, [field], true))
  return [...scalars, ...jobs, ...switches, ...(flags.upstream ?? []).map(upstreamFlag)]
}

/** What the environment says; a variable that is empty says nothing. */
export function settingsInVariables(env: Terminal['env']): Setting[] {
  const places = [
    ...FIELDS.filter((field) => !(field in GROUPS)).map((field) => [field]),
    ...Object.entries(GROUPS).flatMap(([group, members]) => members.map((member) => [group, member])),
  ]
  return places.flatMap((path): Setting[] => {
    const name = variableOf(path)
    const text = env[name]
    return text ? [{ path, value: jsonOf(path[0] as string, text), source: 'variable', name }] : []
  })
}

/** The fields whose members are variables of their own; tiers, which are named freely, are for the file alone. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  limits: Object.keys(DEFAULTS.limits),
  upstreams: PROVIDERS,
  tiers: [],
}

/** `SPACE_DATA_LIMITS_ISSUANCE_PER_HOUR`; of `upstreams` there is one upstream to a variable. */
function variableOf([field = '', ...members]: readonly string[]): string {
  const words = [field === 'upstreams' ? 'upstream' : field, ...members]
  return `SPACE_DATA_${words.join('_').toUpperCase().replaceAll('-', '_')}`
}

function flag(name: string, path: readonly string[], value: unknown): Setting {
  return { path, value, source: 'flag', name }
}

function upstreamFlag(text: string): Setting {
  const [, id = '', origin = ''] = /^([^=]*)=(.*)$/s.exec(text) ?? []
  if (PROVIDERS.includes(id)) return flag(`--upstream ${id}=URL`, ['upstreams', id], origin)
  throw new UsageError(`--upstream takes ID=URL, not "${text}"`, `ID is one of ${PROVIDERS.join(', ')}`)
}

/** A text as the field has it in JSON; one that is nothing of the kind is left for the schema to refuse. */
function jsonOf(field: string, text: string): unknown {
  const example: unknown = DEFAULTS[field as keyof typeof DEFAULTS]
  if (typeof example === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  const isNumber = typeof example === 'number' || field === 'limits' || field === 'metrics_port'
  return isNumber && /^\d{1,9}$/.test(text) ? Number(text) : text
}

/** `trustedHops` of `trusted_hops`. */
export function camelCase(field: string): string {
  return field.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}
