import { readConfig } from '#config/config'
import type { ConfigFlags } from '#config/flags-and-variables'
import { ROWS } from '#config/rows'
import { redactMembers, type Setting } from '#config/setting'
import { printJson, printTable } from '#kit/print'
import type { Terminal } from '#kit/terminal'
import { defaultFile } from '#store/open-backend'

/** Prints the settings that `serve` would use with the same flags. */
export async function config(
  flags: ConfigFlags & { readonly json?: true },
  terminal: Terminal,
): Promise<void> {
  const { settings, store } = await readConfig(flags, terminal)
  const file = await defaultFile(flags.sample === true, terminal)
  const ofStore: Setting = { field: 'store', value: `sqlite:${file}`, source: 'default', name: '' }
  const rows = [...settings, ...(store ? [] : [ofStore])]
    .map(({ field, value, source, name }) => {
      const isSecret = ROWS.some((row) => row.field === field && row.isSecret)
      return { setting: field, value: isSecret ? '…' : redactMembers(value), source, name: name || null }
    })
    .sort((a, b) => (a.setting < b.setting ? -1 : 1))
  if (flags.json) return printJson(rows, terminal)
  return printTable(
    ['SETTING', 'FROM', 'VALUE'],
    rows.map(({ setting, value, source, name }) => [setting, name ?? source, toText(value)]),
    terminal,
    { whole: ['SETTING', 'FROM'] },
  )
}

function toText(value: unknown): string {
  if (Array.isArray(value) && value.length === 0) return 'none'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
