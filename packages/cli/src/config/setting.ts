import { UsageError } from '#kit/errors'

/** Source of a value. */
export type Source = 'flag' | 'variable' | 'file' | 'default'

/** The value of a setting. */
export interface Setting {
  /** Path in the file, such as `limits.issuance_per_hour`. */
  readonly field: string
  readonly value: unknown
  readonly source: Source
  /** `--port`, `SPACE_DATA_PORT` or the path of the file; empty for defaults. */
  readonly name: string
}

/** Returns the name of a setting for error messages. */
export function settingName({ field, source, name }: Pick<Setting, 'field' | 'source' | 'name'>): string {
  return source === 'file' && field ? `${field} in ${name}` : name || field
}

/** Redacts possible secrets in all texts of a value. */
export function redactMembers(value: unknown): unknown {
  if (typeof value === 'string') return redactSecrets(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(redactMembers)
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, redactMembers(member)]))
}

/** Redacts possible secrets before printing: user info and queries of URLs, and paths of web addresses. */
export function redactSecrets(text: string): string {
  return text
    .replace(/\/\/.*@/s, '//…@')
    .replace(/(\/\/[^?]*\?).*/s, '$1…')
    .replace(/(https?:\/\/[^/\s"]+\/)[^\s"]+/g, '$1…')
}

/** Returns the error for a value that a setting does not accept. */
export function wrongValue(
  setting: Pick<Setting, 'field' | 'source' | 'name' | 'value'>,
  message: string,
  isSecret = false,
): UsageError {
  const value = isSecret ? '' : `, not ${formatValue(setting.value)}`
  return new UsageError(`${settingName(setting)} takes ${message}${value}`)
}

const MAX_LENGTH = 60

/** Formats a user's value for a message, without possible secrets. */
export function formatValue(value: unknown): string {
  const text = redactSecrets(JSON.stringify(value) ?? String(value))
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text
}
