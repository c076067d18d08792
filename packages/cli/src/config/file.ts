import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { flattenSettings, type Setting } from '#config/setting'
import { describeError, errorCode, UsageError } from '#kit/errors'
import { type RawValue, readRawValue } from '#kit/raw-value'
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
  const text = await readText(path, named)
  return text === undefined ? undefined : { path, values: parseJson(path, text) }
}

/** Returns the settings of a validated file. Relative paths in it are resolved against its folder. */
export function settingsInFile({ path, values }: ConfigFile): Setting[] {
  return flattenSettings(values, 'file', path).map((setting) =>
    setting.path.join() === 'store'
      ? { ...setting, value: resolveStorePath(dirname(path), setting.value) }
      : setting.path.join() === 'mirror_key_file'
        ? { ...setting, value: resolve(dirname(path), String(setting.value)) }
        : setting,
  )
}

function resolveStorePath(folder: string, store: unknown): unknown {
  const [, file] = /^sqlite:(?:\/\/)?(.+)$/s.exec(String(store)) ?? []
  return file === undefined || file === ':memory:' ? store : `sqlite:${resolve(folder, file)}`
}

async function readText(path: string, named: RawValue | undefined): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    const code = errorCode(error)
    if (code === 'ENOENT' && !named) return undefined
    const message = `cannot read ${path}: ${REASONS[code] ?? describeError(error)}`
    throw new UsageError(message, named && `Correct ${named.from}`, error)
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'file not found',
  ENOTDIR: 'file not found',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
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
