import { dirname, resolve } from 'node:path'
import { GROUPS, ROWS, TIER_MEMBERS } from '#config/rows'
import { formatValue, type Setting, wrongValue } from '#config/setting'
import { CliError, describeError, errorCode, UsageError } from '#kit/errors'
import { readTextFile } from '#kit/files'
import { readRawValue } from '#kit/raw-value'
import { suggest } from '#kit/suggest'
import type { Terminal } from '#kit/terminal'

const DEFAULT_FILE = 'space-data.config.json'

/** A parsed configuration file. */
export interface ConfigFile {
  readonly path: string
  readonly values: unknown
}

/** Reads the named file, which must exist, or `space-data.config.json` if there is one. */
export async function readConfigFile(
  flag: string | undefined,
  env: Terminal['env'],
): Promise<ConfigFile | undefined> {
  const named = readRawValue(flag, ['--config', 'SPACE_DATA_CONFIG'], env)
  const path = named?.text ?? DEFAULT_FILE
  try {
    const text = await readTextFile(path, named && `Correct ${named.from}`, UsageError)
    return { path, values: parseJson(path, text) }
  } catch (error) {
    if (!named && error instanceof CliError && errorCode(error.cause) === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Returns the settings of a file. Relative paths in it are resolved against its folder.
 * @throws UsageError that names the invalid field and what it accepts
 */
export function settingsInFile(file: ConfigFile): Setting[] {
  return settingsAt([], file.values, file)
}

function settingsAt(path: readonly string[], value: unknown, file: ConfigFile): Setting[] {
  const field = path.join('.')
  const setting: Setting = { field, value, source: 'file', name: file.path }
  if (path[0] === 'tiers' && TIER_MEMBERS.includes(path[2] ?? '') && path.length === 3) return [setting]
  const row = ROWS.find((one) => one.field === field)
  if (row) {
    if (!row.takes.accepts(value)) {
      const { at, ...part } = row.takes.wrongPart?.(value) ?? { at: '', message: row.takes.message, value }
      throw wrongValue({ ...setting, field: field + at, value: part.value }, part.message, row.isSecret)
    }
    if (!row.isPath) return [setting]
    return [{ ...setting, value: resolvePath(dirname(file.path), field, String(value)) }]
  }
  const group = GROUPS[path[0] === 'tiers' && path.length === 2 ? 'tiers.' : field]
  if (group === undefined) throw unknownField(path, file.path)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrongValue(setting, group)
  return Object.entries(value).flatMap(([member, inner]) => settingsAt([...path, member], inner, file))
}

/** Resolves the path of a file, or of the SQLite file in a store location. */
function resolvePath(folder: string, field: string, text: string): string {
  if (field !== 'store') return resolve(folder, text)
  const [, path] = /^sqlite:(?:\/\/)?(.+)$/s.exec(text) ?? []
  return path === undefined || path === ':memory:' ? text : `sqlite:${resolve(folder, path)}`
}

function unknownField(path: readonly string[], file: string): UsageError {
  const parent = path.slice(0, -1)
  const names = parent[0] === 'tiers' ? TIER_MEMBERS : fieldsIn(parent)
  const near = suggest(path.at(-1) ?? '', names)
  const remedy = near ? `Did you mean ${[...parent, near].join('.')}?` : `Fields: ${names.join(', ')}`
  return new UsageError(`${file}: unknown field ${formatValue(path.join('.'))}`, remedy)
}

/** Returns the fields of the file, or of a group. */
function fieldsIn(parent: readonly string[]): string[] {
  const start = parent.map((name) => `${name}.`).join('')
  const fields = [...ROWS.map(({ field }) => field), 'tiers'].filter((field) => field.startsWith(start))
  return [...new Set(fields.map((field) => field.slice(start.length).split('.')[0] ?? ''))]
}

/** Parses JSON. The parser's message may quote a password, so errors repeat the position only. */
function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    const [, position] = /at position (\d+)/.exec(describeError(error)) ?? []
    const lines = text.slice(0, Number(position)).split('\n')
    const where =
      position === undefined ? '' : ` (line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1})`
    throw new UsageError(`${path} is not valid JSON${where}`, 'Example: {"port": 8080, "trusted_hops": 1}')
  }
}
