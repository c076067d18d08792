import { defaultLimits, providers } from '@space-data/core'
import { whole } from '#config/kinds'
import { MQTT_SETTINGS } from '#config/mqtt-section'
import { receivers } from '#config/receivers'
import { origin, SETTINGS, type SettingRow, snakeCase, variableName } from '#config/settings'

/** A setting with all its names. */
export interface Row extends Omit<SettingRow, 'variable'> {
  readonly name: string
  /** Its path in the file, such as `limits.issuance_per_hour`. */
  readonly field: string
  readonly variable: string | undefined
}

const toRow = ([name, row]: readonly [string, SettingRow]): Row => ({
  ...row,
  name,
  field: row.field ?? snakeCase(name),
  variable: variableName(name, row),
})

/** Issuance limits may be 0, which disables free keys; request limits may not. */
const lowestLimit = (name: string) => (/^issuancePer(Day|Ip)/.test(name) ? 0 : 1)

const limits = Object.entries(defaultLimits).map(([name, limit]): [string, SettingRow] => [
  `limits.${name}`,
  {
    what: 'see [limits](#limits-without-a-key)',
    takes: whole(lowestLimit(name), 1_000_000),
    default: limit,
  },
])

const upstreams = Object.keys(providers).map((id): [string, SettingRow] => [
  `upstream.${id}`,
  { field: `upstreams.${id}`, what: `another origin for ${id}`, takes: origin },
])

const alerts: SettingRow = {
  what: 'the operator’s own receivers of alerts',
  takes: receivers,
  default: [],
  variable: null,
}

/** All settings but tiers, which have free names. */
export const ROWS: readonly Row[] = [
  ...Object.entries<SettingRow>({ ...SETTINGS, ...MQTT_SETTINGS, alerts }),
  ...limits,
  ...upstreams,
].map(toRow)

/** The members of a tier in the file; core checks their values. */
export const TIER_MEMBERS = [
  ...['requests_per_day', 'keys', 'webhooks', 'debris_products', 'custom_shells', 'price', 'support'],
]

/** Values that the groups of the file accept, by path; the path of every tier is `tiers.`. */
export const GROUPS: Readonly<Record<string, string>> = {
  '': 'an object such as {"port": 8787}',
  limits: 'an object such as {"reference_per_minute": 600}',
  upstreams: 'an object such as {"swpc": "https://proxy.example/swpc"}',
  mqtt: 'an object such as {"broker": "mqtt://127.0.0.1:1883"}',
  webhooks: 'an object such as {"allow_private": true}',
  tiers: 'an object such as {"pro": {"requests_per_day": 2000000}}',
  'tiers.': 'an object such as {"requests_per_day": 2000000}',
}
