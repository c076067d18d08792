import { relative } from 'node:path'
import type { Config } from '#config/config'
import type { ConfigFlags } from '#config/flags-and-variables'
import { redactSecrets } from '#config/setting'
import type { Terminal } from '#terminal'

/**
 * Returns the command line that issues a key on a server's store, without secrets, or advice if there is
 * none.
 */
export function issueCommand(
  flags: ConfigFlags & { readonly sample?: true },
  { store }: Config,
  { script }: Terminal,
): string {
  if (store?.text.startsWith('memory:')) return 'restart the server; keys in memory are lost'
  const storeFlags = [
    ...(flags.sample ? ['--sample'] : []),
    ...(flags.config === undefined ? [] : ['--config', quoteArgument(flags.config)]),
    ...(store ? ['--store', quoteArgument(redactSecrets(store.text))] : []),
  ]
  return [programCommand(script, process.cwd()), 'keys issue --tier free --label me', ...storeFlags].join(' ')
}

/** Returns the start of a command line that runs the given script from a folder. */
export function programCommand(script: string, folder: string): string {
  if (/\.m?js$/.test(script)) return `node ${quoteArgument(relative(folder, script))}`
  return /[/\\]node_modules[/\\]\.bin[/\\]/.test(script) ? 'npx space-data' : 'space-data'
}

/** Quotes an argument for a POSIX shell. */
function quoteArgument(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
