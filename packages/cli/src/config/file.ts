import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { type Setting, settingsIn } from '#config/setting'
import { codeOf, inOneLine, UsageError } from '#failure'
import { type Given, given } from '#given'
import type { Terminal } from '#terminal'

const DEFAULT_FILE = 'space-data.config.json'

/** What a configuration file says. */
export interface ConfigFile {
  readonly path: string
  readonly values: unknown
}

/** Reads the file that is named, which must be there, or the one in the working directory, which may be. */
export async function readConfigFile(
  flag: string | undefined,
  env: Terminal['env'],
): Promise<ConfigFile | undefined> {
  const named = given(flag, ['--config', 'SPACE_DATA_CONFIG'], env)
  const path = named?.text ?? DEFAULT_FILE
  const text = await textOf(path, named)
  return text === undefined ? undefined : { path, values: parsed(path, text) }
}

/** The settings of a file that has been checked; the paths of a SQLite file and of a key's file begin where the configuration is. */
export function settingsInFile({ path, values }: ConfigFile): Setting[] {
  return settingsIn(values, 'file', path).map((setting) =>
    setting.path.join() === 'store'
      ? { ...setting, value: fromFolder(dirname(path), setting.value) }
      : setting.path.join() === 'mirror_key_file'
        ? { ...setting, value: resolve(dirname(path), String(setting.value)) }
        : setting,
  )
}

function fromFolder(folder: string, store: unknown): unknown {
  const [, file] = /^sqlite:(?:\/\/)?(.+)$/s.exec(String(store)) ?? []
  return file === undefined || file === ':memory:' ? store : `sqlite:${resolve(folder, file)}`
}

async function textOf(path: string, named: Given | undefined): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT' && !named) return undefined
    const words = `cannot read ${path}: ${FAULTS[code] ?? inOneLine(error)}`
    throw new UsageError(words, named && `Correct ${named.from}`, error)
  }
}

const FAULTS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'it is not readable',
}

/** What the parser says may quote the file, and with it a password: only the place is repeated. */
function parsed(path: string, text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    const [, position] = /at position (\d+)/.exec(inOneLine(error)) ?? []
    const lines = text.slice(0, Number(position)).split('\n')
    const place =
      position === undefined ? '' : `: see line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`
    throw new UsageError(`${path} is not JSON${place}`, 'Such as {"port": 8080, "trusted_hops": 1}')
  }
}
