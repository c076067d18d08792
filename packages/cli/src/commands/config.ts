import type { Command } from 'commander'
import type { ConfigFlags } from '#config/flags-and-variables'
import type { Setting } from '#config/setting'
import { withExample, withServeSettings } from '#options'
import { printJson, printTable } from '#print'
import type { Terminal } from '#terminal'

type Flags = ConfigFlags & { readonly sample?: true; readonly json?: true }

/** `space-data config`: what `serve` would run with if it were given the same flags here and now. */
export function addConfig(program: Command, terminal: Terminal): void {
  const command = program
    .command('config')
    .description('Show the settings in force and where each comes from: flag, variable, file or default')
  withServeSettings(command).option('--json', 'print one JSON value')
  withExample(command, 'config --config /etc/space-data.json --port 8080')
  command.action((flags: Flags) => config(flags, terminal))
}

async function config(flags: Flags, terminal: Terminal): Promise<void> {
  const [{ readConfig }, { withoutSecrets }, { defaultFile }] = await Promise.all([
    import('#config/config'),
    import('#config/setting'),
    import('#backends'),
  ])
  const { settings, store } = await readConfig(flags, terminal)
  const ofStore: Setting[] = store
    ? []
    : [
        {
          path: ['store'],
          value: `sqlite:${await defaultFile(flags.sample === true, terminal)}`,
          source: 'default',
          name: '',
        },
      ]
  const rows = [...settings, ...ofStore]
    .map(({ path, value, source, name }) => ({
      setting: path.join('.'),
      value: typeof value === 'string' ? withoutSecrets(value) : value,
      source,
      name: name || null,
    }))
    .sort((a, b) => (a.setting < b.setting ? -1 : 1))
  if (flags.json) return printJson(rows, terminal)
  return printTable(
    ['SETTING', 'FROM', 'VALUE'],
    rows.map(({ setting, value, source, name }) => [setting, name ?? source, String(value)]),
    terminal,
  )
}
