import type { ProviderId } from '@space-data/core'
import { type Command, Option } from 'commander'
import { SETTINGS, type SettingName, type SettingRow, variableName } from '#config/settings'

/** Adds `--store` and `--sample` for commands that use a server's store. */
export function withServerStore(command: Command): Command {
  const what = 'store of the server, sqlite:PATH, redis://HOST or postgres://HOST/DATABASE'
  return withSettings(withConfig(command), ['store'], what).option(
    '--sample',
    'use the store of a server started with --sample',
  )
}

/** Adds `--base` for commands that can also query a server. */
export function withServer(command: Command): Command {
  return command
    .option('--base <url>', 'query the server at this URL (env: SPACE_DATA_BASE)')
    .option('--key-file <file>', 'with --base: file with the API key (env: SPACE_DATA_KEY, the key itself)')
}

/** Typed rather than imported, because loading core takes longer than printing a help text. */
const PROVIDERS = Object.keys({
  swpc: true,
  gfz: true,
  celestrak: true,
  'launch-library': true,
  donki: true,
} satisfies Record<ProviderId, true>)

/** Adds `--upstream` for commands that depend on the providers of a server. */
export function withUpstream(command: Command): Command {
  return command.option(
    '--upstream <ID=URL>',
    `use another origin for ${PROVIDERS.join(', ')} (repeatable; env: SPACE_DATA_UPSTREAM_<ID>)`,
    (value: string, earlier: readonly string[] = []) => [...earlier, value],
  )
}

/** Adds the flags of settings; `what` describes them for commands other than `serve`. */
export function withSettings(command: Command, names: readonly SettingName[], what?: string): Command {
  for (const name of names) {
    const row: SettingRow = SETTINGS[name]
    if (row.flag === undefined) continue
    const shown = row.shownDefault ?? (typeof row.default === 'boolean' ? undefined : row.default)
    const value = row.flag.startsWith('--no-') ? '=false' : (row.variableNote ?? '')
    const notes = [
      ...(shown === undefined ? [] : [`default: ${shown}`]),
      `env: ${variableName(name, row)}${value}`,
    ]
    const option = new Option(row.flag, `${what ?? row.what} (${notes.join('; ')})`)
    // For completion only: the value is checked with all settings.
    if (row.takes.choices) option.argChoices = [...row.takes.choices]
    command.addOption(option)
  }
  return command
}

/** Adds `--config`. */
export function withConfig(command: Command): Command {
  return command.option(
    '--config <file>',
    'JSON file with settings (default: space-data.config.json if it exists; env: SPACE_DATA_CONFIG)',
  )
}

/** Adds all settings of `serve`, which `config` shows. */
export function withServeSettings(command: Command): Command {
  withConfig(command).option('--sample', 'simulate the providers: no network, a separate store')
  return withUpstream(withSettings(command, Object.keys(SETTINGS) as SettingName[]))
}

/** Adds the store of a server, `--json` and examples: the options of most commands on a store. */
export function withStoreAndJson(command: Command, ...examples: readonly string[]): Command {
  return withExample(withServerStore(command).option('--json', 'print one JSON value'), ...examples)
}

/** Adds `--wide` for commands whose tables may be wider than a terminal. */
export function withWide(command: Command): Command {
  return command.option('--wide', 'do not cut tables to the width of the terminal')
}

/** Adds example command lines to the help. */
export function withExample(command: Command, ...lines: readonly string[]): Command {
  return command.addHelpText('after', `\nExample:\n${lines.map((line) => `  space-data ${line}`).join('\n')}`)
}
