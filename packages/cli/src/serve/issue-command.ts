import { relative } from 'node:path'
import type { Config } from '#config/config'
import type { ConfigFlags } from '#config/flags-and-variables'
import { withoutSecrets } from '#config/setting'
import type { Terminal } from '#terminal'

/** How the operator of a server issues a key on its store, whatever that is: a command line without secrets, or advice. */
export function issueCommand(
  flags: ConfigFlags & { readonly sample?: true },
  { store }: Config,
  { script }: Terminal,
): string {
  if (store?.text.startsWith('memory:')) return 'restart the server, which forgets all keys in memory'
  const place = [
    ...(flags.sample ? ['--sample'] : []),
    ...(flags.config === undefined ? [] : ['--config', shellWord(flags.config)]),
    ...(store ? ['--store', shellWord(withoutSecrets(store.text))] : []),
  ]
  return [programOf(script, process.cwd()), 'keys issue --tier free --label me', ...place].join(' ')
}

/** What a command line begins with that runs the program of this script from a folder. */
export function programOf(script: string, folder: string): string {
  if (/\.m?js$/.test(script)) return `node ${shellWord(relative(folder, script))}`
  return /[/\\]node_modules[/\\]\.bin[/\\]/.test(script) ? 'npx space-data' : 'space-data'
}

/** A text as one word of a command line for a POSIX shell. */
function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
