import type { Config } from '#config/config'
import type { ConfigFlags } from '#config/flags-and-variables'
import { withoutSecrets } from '#config/setting'
import { shellWord, type Terminal } from '#terminal'

/** How the operator of a server issues a key on its store, whatever that is: a command line without secrets, or advice. */
export function issueCommand(
  flags: ConfigFlags & { readonly sample?: true },
  { store }: Config,
  { program }: Terminal,
): string {
  if (store?.text.startsWith('memory:')) return 'restart the server, which forgets all keys in memory'
  const place = [
    ...(flags.sample ? ['--sample'] : []),
    ...(flags.config === undefined ? [] : ['--config', shellWord(flags.config)]),
    ...(store ? ['--store', shellWord(withoutSecrets(store.text))] : []),
  ]
  return [program, 'keys issue --tier free --label me', ...place].join(' ')
}
