/** Source of a value. */
export type Source = 'flag' | 'variable' | 'file' | 'default'

/** One value and its path, such as `['limits', 'issuance_per_hour']`. */
export interface Setting {
  readonly path: readonly string[]
  readonly value: unknown
  readonly source: Source
  /** `--port`, `SPACE_DATA_PORT` or the path of the file; empty for defaults. */
  readonly name: string
}

/** Returns the name of a setting for error messages. */
export function settingName({ path, source, name }: Setting): string {
  const field = path.join('.')
  return source === 'file' && field ? `${field} in ${name}` : name || field
}

/** Flattens an object into settings; arrays are values. */
export function flattenSettings(
  value: unknown,
  source: Source,
  name: string,
  path: readonly string[] = [],
): Setting[] {
  if (value === undefined) return []
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [{ path, value, source, name }]
  return Object.entries(value).flatMap(([member, inner]) =>
    flattenSettings(inner, source, name, [...path, member]),
  )
}

/** Merges settings into an object. For equal paths, the last one wins. */
export function mergeSettings(settings: readonly Setting[], depth = 0): Record<string, unknown> {
  const members = new Map<string, Setting[]>()
  for (const setting of settings) {
    const name = setting.path[depth] ?? ''
    members.set(name, [...(members.get(name) ?? []), setting])
  }
  return Object.fromEntries(
    [...members].map(([name, inner]) => {
      const last = inner.at(-1)
      return [name, last?.path.length === depth + 1 ? last.value : mergeSettings(inner, depth + 1)]
    }),
  )
}

/** Returns the value of a setting without what may be secret, for printing. */
export function printableValue({ path, value }: Pick<Setting, 'path' | 'value'>): unknown {
  return isSecret(path.join('.')) ? '…' : redactMembers(value)
}

/** Whether the value of a setting must never be printed. */
export function isSecret(path: string): boolean {
  return path === 'webhooks.secret'
}

function redactMembers(value: unknown): unknown {
  if (typeof value === 'string') return redactSecrets(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(redactMembers)
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, redactMembers(member)]))
}

/** Redacts what may be secret before printing: user info and queries of URLs, and paths of web addresses. */
export function redactSecrets(text: string): string {
  return text
    .replace(/\/\/.*@/s, '//…@')
    .replace(/(\/\/[^?]*\?).*/s, '$1…')
    .replace(/(https?:\/\/[^/\s"]+\/)[^\s"]+/g, '$1…')
}
