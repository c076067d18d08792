import type { MirrorOptions } from '@space-data/core'
import type { Config } from '#config/config'
import { Failure, UsageError } from '#failure'
import { keyFileWarning, keyOf, readKeyFile } from '#mirror/key-file'

/** What the core is told of the central instance; `undefined` for what is no mirror. */
export function mirrorOf({ mirror, mirror_key_file, open }: Config): MirrorOptions | undefined {
  if (mirror === undefined) return undefined
  const key = mirror_key_file === undefined ? noKey : keyOf(mirror_key_file)
  return { of: new URL(mirror).href.replace(/\/+$/, ''), key, open }
}

/** Settings that contradict each other, before a server begins with them. */
export function checkMirror(
  { mirror, mirror_key_file, open, prefetch, upstreams }: Config,
  sample: boolean,
): void {
  if (mirror === undefined) {
    const alone = [
      open && '--open',
      prefetch && '--prefetch',
      mirror_key_file !== undefined && '--mirror-key-file',
    ]
    const first = alone.find((flag) => flag !== false)
    if (first) throw new UsageError(`${first} is for a mirror`, 'Name the central instance with --mirror URL')
    return
  }
  if (mirror_key_file === undefined) throw new UsageError('a mirror needs a key', KEY_REMEDY)
  if (sample)
    throw new UsageError('a mirror has no sample data', 'Start the central instance with --sample instead')
  if (Object.keys(upstreams).length > 0) {
    throw new UsageError('a mirror asks no provider', 'Leave out the upstreams, or --mirror')
  }
}

/** Makes sure that there is a key, and gives what the operator should know before the mirror serves, one sentence each. */
export async function mirrorWarnings({ mirror, mirror_key_file, open, host }: Config): Promise<string[]> {
  if (mirror === undefined || mirror_key_file === undefined) return []
  await readKeyFile(mirror_key_file)
  const readable = await keyFileWarning(mirror_key_file)
  const { protocol, hostname } = new URL(mirror)
  return [
    ...(readable ? [readable] : []),
    ...(protocol === 'http:' && !isLoopback(hostname)
      ? [`the key goes to ${hostname} without encryption: name the central instance by https`]
      : []),
    ...(open
      ? [`OPEN: whoever reaches ${host} reads without a key and without a quota; only for a trusted network`]
      : []),
  ]
}

const KEY_REMEDY = 'Name the file that holds its key at the central instance with --mirror-key-file FILE'

function noKey(): never {
  throw new Failure('a mirror needs a key', KEY_REMEDY)
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname)
}
