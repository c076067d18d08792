import { relative } from 'node:path'
import type { Config } from '#config/config'
import type { ConfigFlags } from '#config/flags-and-variables'
import { redactSecrets } from '#config/setting'
import type { Terminal } from '#kit/terminal'

/**
 * Returns the command line that issues a key on a server's store, without secrets, or advice if there is
 * none.
 */
export function issueCommand(flags: ConfigFlags, { store }: Config, { script }: Terminal): string {
  if (store?.text.startsWith('memory:')) return 'restart the server; keys in memory are lost'
  return commandLine(script, {
    sample: flags.sample,
    config: flags.config && quoteArgument(flags.config),
    store: store && quoteArgument(redactSecrets(store.text)),
  })
}

/**
 * Returns the same for clients on the server's machine, but without file paths, because a local proxy may
 * hide a remote client; empty if there is no such command.
 */
export function issueCommandForClients(flags: ConfigFlags, { store }: Config, { script }: Terminal): string {
  if (store?.text.startsWith('memory:')) return ''
  return commandLine(script, {
    sample: flags.sample,
    config: flags.config && 'FILE',
    store: store && 'STORE',
  })
}

interface Places {
  readonly sample: true | undefined
  readonly config: string | undefined
  readonly store: string | undefined
}

function commandLine(script: string, { sample, config, store }: Places): string {
  return [
    programCommand(script, process.cwd()),
    'keys issue --tier free --label me',
    ...(sample ? ['--sample'] : []),
    ...(config ? ['--config', config] : []),
    ...(store ? ['--store', store] : []),
  ].join(' ')
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
