import { readConfig } from '#config/config'
import type { ConfigFlags } from '#config/flags-and-variables'
import { printableValue, type Setting } from '#config/setting'
import { printJson, printTable } from '#kit/print'
import type { Terminal } from '#kit/terminal'
import { defaultFile } from '#store/open-backend'

type Flags = ConfigFlags & { readonly sample?: true; readonly json?: true }

/** Prints the settings that `serve` would use with the same flags. */
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
      value: printableValue({ path, value }),
      source,
      name: name || null,
    }))
    .sort((a, b) => (a.setting < b.setting ? -1 : 1))
  if (flags.json) return printJson(rows, terminal)
  return printTable(
    ['SETTING', 'FROM', 'VALUE'],
    rows.map(({ setting, value, source, name }) => [setting, name ?? source, toText(value)]),
    terminal,
  )
}

function toText(value: unknown): string {
  if (Array.isArray(value) && value.length === 0) return 'none'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
