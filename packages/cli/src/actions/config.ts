import { defaultFile } from '#backends'
import { readConfig } from '#config/config'
import type { ConfigFlags } from '#config/flags-and-variables'
import { type Setting, withoutSecrets } from '#config/setting'
import { printJson, printTable } from '#print'
import type { Terminal } from '#terminal'

type Flags = ConfigFlags & { readonly sample?: true; readonly json?: true }

/** Prints what `serve` would run with if it were given the same flags here and now. */
export async function config(flags: Flags, terminal: Terminal): Promise<void> {
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
