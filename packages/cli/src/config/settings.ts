import type { SpaceDataOptions } from '@space-data/core'
import { type Kind, oneOf, text, trueOrFalse, whole } from '#config/kinds'
import { parseBaseUrl } from '#kit/http-url'
import { durationToMs, parseAddressRanges, parseAltitudes, parseSecrets } from '#kit/parse'
import { LOG_FORMATS } from '#serve/log/log'

type Options = { readonly [Name in keyof SpaceDataOptions]?: SpaceDataOptions[Name] | undefined }

/** A setting: a field of the configuration file, a variable and, with `flag`, a flag of `serve`. */
export interface SettingRow {
  /** Its meaning, for help and documentation. */
  readonly what: string
  readonly takes: Kind
  /** Absent if there is none. For an option of core, equal to its default in core. */
  readonly default?: unknown
  /** Describes the default if its value does not. */
  readonly shownDefault?: string
  /** In the syntax of commander; `--no-…` sets `false`. */
  readonly flag?: string
  /** Default: the name in snake_case, such as `keep_series`. */
  readonly field?: string
  /** Default: the name after `SPACE_DATA_`, such as `SPACE_DATA_KEEP_SERIES`; `null` for none. */
  readonly variable?: null
  /** Text about the variable in the help. */
  readonly variableNote?: string
  /** Whether the value must never be printed. */
  readonly isSecret?: true
  /** Whether a path in the file is relative to the folder of the file. */
  readonly isPath?: true
  /** Converts it to the option of core, if it is one. */
  readonly option?: (value: never) => Options
}

/** The origin of a provider or of an instance. */
export const origin = text(
  'an http or https URL without a query or user name, such as http://127.0.0.1:9000',
  (value) => parseBaseUrl(value) !== undefined,
)

const address = text('an address, such as 127.0.0.1 or ::', (value) => value !== '')
export const file = text('the path of a file', (value) => value !== '')

const duration = (most: string, examples: string) =>
  text(`a duration of at most ${most}, such as ${examples}`, (value) => {
    return (durationToMs(value) ?? Infinity) <= Number(durationToMs(most))
  })

/**
 * All settings except the file-only ones, and except limits and upstreams, which core lists. Flags,
 * variables, fields of the file, options of core, help, completion and documentation are derived from this
 * table.
 */
export const SETTINGS = {
  port: {
    flag: '-p, --port <n>',
    what: 'port to listen on, 0 for a free one',
    takes: whole(0, 65_535),
    default: 8_787,
  },
  host: {
    flag: '--host <address>',
    what: 'address to listen on',
    takes: address,
    default: '127.0.0.1',
  },
  store: {
    flag: '--store <location>',
    what: 'memory:, sqlite:PATH, redis://HOST or postgres://HOST/DATABASE',
    takes: text('memory:, sqlite:PATH, redis://HOST or postgres://HOST/DATABASE', (value) => value !== ''),
    shownDefault: 'a file in your data folder',
    variableNote: ', which keeps a password out of ps',
    isPath: true,
  },
  altitudes: {
    flag: '--altitudes <range>',
    what: 'altitude range of the shells in km',
    takes: text(
      'two multiples of 10 from 100 to 5000, such as 150-2000',
      (value) => parseAltitudes(value) !== undefined,
    ),
    default: '150-2000',
    option: (range: string) => ({ altitudes: parseAltitudes(range) }),
  },
  keepCatalogues: {
    flag: '--keep-catalogues <days>',
    what: 'keep the elements of all objects for this number of days, about 1.2 MB a day',
    takes: whole(0, 400),
    default: 0,
    option: (keepCatalogues: number) => ({ keepCatalogues }),
  },
  mirror: {
    flag: '--mirror <url>',
    what: 'mirror the central instance at this URL instead of querying providers',
    takes: origin,
  },
  mirrorKeyFile: {
    flag: '--mirror-key-file <file>',
    what: 'mirror: file with the API key for the central instance',
    takes: file,
    isPath: true,
  },
  prefetch: {
    flag: '--prefetch',
    what: 'mirror: fetch shells, TLE groups and other data ahead of requests',
    takes: trueOrFalse,
    default: false,
  },
  verify: {
    flag: '--verify <keys>',
    what:
      'mirror: public keys of the central instance, ed25519-BASE64 separated by commas; data without a ' +
      'signature by one of them are rejected',
    takes: text(
      'public keys such as ed25519-JrQLj5P/89iXES9+vFgrIy29clF9CC/oPPsw3c5D0bs=, separated by commas',
      (value) => value.split(',').every((key) => /^ed25519-[A-Za-z0-9+/]{43}=$/.test(key)),
    ),
  },
  open: {
    flag: '--open',
    what: 'mirror: require no keys and apply no quotas, for trusted networks',
    takes: trueOrFalse,
    default: false,
  },
  signingKeyFile: {
    flag: '--signing-key-file <file>',
    what: 'sign responses with the key in this file; see signing init',
    takes: file,
    isPath: true,
  },
  keepSeries: {
    flag: '--keep-series <days>',
    what: 'keep the space weather history for this number of days, about 110 kB a day',
    takes: whole(1, 36_500),
    default: 365,
    option: (keepSeries: number) => ({ keepSeries }),
  },
  anonymous: {
    flag: '--anonymous <n>',
    what: 'anonymous access: requests per network and UTC day, to the values that a free key may read',
    takes: whole(0, 1_000_000),
    default: 0,
    option: (anonymous: number) => ({ anonymous }),
  },
  hapi: {
    flag: '--hapi',
    what: 'also serve the space weather history through the HAPI protocol',
    takes: trueOrFalse,
    default: false,
    option: (hapi: boolean) => ({ hapi }),
  },
  compat: {
    flag: '--compat <list>',
    what: 'also serve the paths of these services: celestrak, swpc, swpc-2025, open-notify',
    takes: text('one or more of celestrak, swpc, swpc-2025, open-notify, separated by commas', (value) =>
      value.split(',').every((name) => /^(celestrak|swpc(-2025)?|open-notify)$/.test(name)),
    ),
    shownDefault: 'none',
    option: (list: string) => ({ compat: list.split(',') as NonNullable<Options['compat']> }),
  },
  trustedProxies: {
    flag: '--trusted-proxies <ranges>',
    what: 'addresses of the reverse proxies whose X-Forwarded-For is trusted, such as 10.0.0.0/8,192.0.2.1',
    takes: text(
      'a comma-separated list of proxy addresses, such as 10.0.0.0/8,192.0.2.1',
      (value) => parseAddressRanges(value) !== undefined,
    ),
    shownDefault: 'none',
  },
  trustedHops: {
    flag: '--trusted-hops <n>',
    what: 'number of reverse proxies whose X-Forwarded-For is trusted',
    takes: whole(0, 32),
    default: 0,
  },
  log: {
    flag: '--log <format>',
    what: 'access log on stderr',
    takes: oneOf(LOG_FORMATS, 'auto, pretty, json or off'),
    default: 'auto',
    shownDefault: 'auto, pretty on a terminal and json elsewhere',
  },
  logSample: {
    flag: '--log-sample <n>',
    what: 'JSON log: log one in n successful requests; failures are always logged',
    takes: whole(1, 1_000_000),
    default: 1,
  },
  metricsPort: {
    flag: '--metrics-port <n>',
    what: 'port of the Prometheus metrics, 0 for a free one',
    takes: whole(0, 65_535),
    shownDefault: 'no metrics',
  },
  metricsHost: {
    flag: '--metrics-host <address>',
    what: 'address of the metrics',
    takes: address,
    default: '127.0.0.1',
  },
  workers: {
    flag: '--workers <n>',
    what: 'number of processes that share the port and the store; not with memory:',
    takes: whole(1, 64),
    default: 1,
  },
  drainDelay: {
    flag: '--drain-delay <duration>',
    what: 'after SIGTERM, continue to serve for this long with 503 on /readyz, so that load balancers notice',
    takes: duration('1h', '5s or 0s'),
    default: '0s',
  },
  staleIfError: {
    flag: '--stale-if-error <duration>',
    what: 'serve expired data for up to this long while its upstream fails',
    takes: duration('7d', '2d, 12h, 30m or 0s'),
    default: '0s',
    option: (longest: string) => ({ staleIfErrorMs: durationToMs(longest) ?? 0 }),
  },
  webhookAllowPrivate: {
    flag: '--allow-private-receivers',
    field: 'webhooks.allow_private',
    what: 'also send webhooks to this machine and private networks, over http and to any port',
    takes: trueOrFalse,
    default: false,
  },
  jobs: {
    flag: '--no-jobs',
    what: 'do not run the nightly job at 03:17 UTC; another server on the store runs it',
    takes: trueOrFalse,
    default: true,
  },
  keyPrefix: {
    what: 'prefix of new keys; changing it invalidates every issued key',
    takes: text('1 to 32 characters of A–Z a–z 0–9 _ -, such as sd_live_', (value) =>
      /^[\w-]{1,32}$/.test(value),
    ),
    default: 'sd_live_',
    option: (keyPrefix: string) => ({ keyPrefix }),
  },
  securityContact: {
    what: 'where to report a vulnerability, served at /.well-known/security.txt',
    takes: text('a URI such as mailto:security@space.example', (value) =>
      /^(mailto:|https:\/\/|tel:)[!-~]{1,1000}$/.test(value),
    ),
    option: (securityContact: string) => ({ securityContact }),
  },
  publicUrl: {
    what: 'URL at which people reach this server, for links in chat messages',
    takes: text(
      'an http or https URL without a query, such as https://space.example',
      (value) => /^https?:\/\/[!-~]{1,1000}$/.test(value) && !/[?#]/.test(value),
    ),
  },
  webhookSecret: {
    field: 'webhooks.secret',
    what: 'master secrets of the webhooks, newest first',
    takes: text(
      'secrets of at least 32 characters, separated by commas, newest first',
      (value) => parseSecrets(value) !== undefined,
    ),
    shownDefault: 'the file beside a SQLite store',
    isSecret: true,
  },
} as const satisfies Readonly<Record<string, SettingRow>>

/** Name of a setting in the table. */
export type SettingName = keyof typeof SETTINGS

type ValueOf<Row> = Row extends { readonly takes: Kind<infer Value> }
  ? Row extends { readonly default: unknown }
    ? Value
    : Value | undefined
  : never

/** The value of each setting of a table; `undefined` for one without a default that is not set. */
export type ValuesOf<Table> = { readonly [Name in keyof Table]: ValueOf<Table[Name]> }

/** The value of each setting. */
export type Values = ValuesOf<typeof SETTINGS>

/** Converts `keepSeries` to `keep_series`. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** Converts `keep_series` and `keep-series` to `keepSeries`. */
export function camelCase(name: string): string {
  return name.replace(/[_-](\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** Returns the variable of a setting; `undefined` for a setting with `variable: null`. */
export function variableName(
  name: string,
  { variable }: Pick<SettingRow, 'variable'> = {},
): string | undefined {
  return variable === null ? undefined : `SPACE_DATA_${snakeCase(name).toUpperCase().replace(/\W/g, '_')}`
}
