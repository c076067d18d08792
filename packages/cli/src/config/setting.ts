/** Where a value came from: a flag, a variable, a file, or nobody. */
export type Source = 'flag' | 'variable' | 'file' | 'default'

/** One value with its place in the configuration, such as `['limits', 'issuance_per_hour']`. */
export interface Setting {
  readonly path: readonly string[]
  readonly value: unknown
  readonly source: Source
  /** `--port`, `SPACE_DATA_PORT` or the path of the file; empty for a default. */
  readonly name: string
}

/** What a complaint about a setting calls it. */
export function calledOf({ path, source, name }: Setting): string {
  const place = path.join('.')
  return source === 'file' && place ? `${place} in ${name}` : name || place
}

/** An object of settings, taken apart; only objects have members. */
export function settingsIn(
  value: unknown,
  source: Source,
  name: string,
  path: readonly string[] = [],
): Setting[] {
  if (value === undefined) return []
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [{ path, value, source, name }]
  return Object.entries(value).flatMap(([member, inner]) =>
    settingsIn(inner, source, name, [...path, member]),
  )
}

/** Settings put together to an object again; of two at one place the later one counts. */
export function together(settings: readonly Setting[], depth = 0): Record<string, unknown> {
  const members = new Map<string, Setting[]>()
  for (const setting of settings) {
    const name = setting.path[depth] ?? ''
    members.set(name, [...(members.get(name) ?? []), setting])
  }
  return Object.fromEntries(
    [...members].map(([name, inner]) => {
      const last = inner.at(-1)
      return [name, last?.path.length === depth + 1 ? last.value : together(inner, depth + 1)]
    }),
  )
}

/**
 * A text as it may be printed: what stands before the host of a URL, or behind a question mark, may be a password, and the
 * path of a web address a token.
 */
export function withoutSecrets(text: string): string {
  return text
    .replace(/\/\/.*@/s, '//…@')
    .replace(/(\/\/[^?]*\?).*/s, '$1…')
    .replace(/(https?:\/\/[^/\s"]+\/)[^\s"]+/g, '$1…')
}
