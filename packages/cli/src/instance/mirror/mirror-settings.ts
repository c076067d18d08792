import { type Mirror, mirrorOf } from '@space-data/core/mirror'
import type { Config } from '#config/config'
import { keyFileReader, readKeyFile } from '#instance/mirror/key-file'
import { CliError, UsageError } from '#kit/errors'
import { privateFileWarning } from '#kit/files'
import { isLoopback } from '#kit/http-url'

/** Returns the settings of a mirror; `undefined` if the instance is none. */
export function toMirror({ mirror, mirrorKeyFile, open, verify }: Config): Mirror | undefined {
  if (mirror === undefined) return undefined
  const key = mirrorKeyFile === undefined ? rejectMissingKey : keyFileReader(mirrorKeyFile)
  const origin = new URL(mirror).href.replace(/\/+$/, '')
  const access = open ? 'open' : 'key'
  return mirrorOf({ origin, key, access, ...(verify && { verify: verify.split(',') }) })
}

/**
 * Rejects contradicting mirror settings.
 * @throws UsageError
 */
export function checkMirror(
  { mirror, mirrorKeyFile, open, prefetch, verify, signingKeyFile, upstreams }: Config,
  sample: boolean,
): void {
  if (mirror === undefined) {
    const dependent = [
      open && '--open',
      prefetch && '--prefetch',
      mirrorKeyFile !== undefined && '--mirror-key-file',
      verify !== undefined && '--verify',
    ]
    const first = dependent.find((flag) => flag !== false)
    if (first)
      throw new UsageError(`${first} requires --mirror`, 'Set the central instance with --mirror URL')
    return
  }
  if (mirrorKeyFile === undefined) throw new UsageError('a mirror needs a key', KEY_REMEDY)
  if (signingKeyFile !== undefined)
    throw new UsageError(
      '--mirror and --signing-key-file exclude each other',
      'A mirror passes on the signatures of its central instance',
    )
  if (sample)
    throw new UsageError(
      '--mirror and --sample exclude each other',
      'Start the central instance with --sample instead',
    )
  if (Object.keys(upstreams).length > 0) {
    throw new UsageError('--mirror and --upstream exclude each other', 'Remove the upstreams or --mirror')
  }
}

/** Verifies that the key can be read and returns warnings, one sentence each. */
export async function mirrorWarnings({ mirror, mirrorKeyFile, open, host }: Config): Promise<string[]> {
  if (mirror === undefined || mirrorKeyFile === undefined) return []
  await readKeyFile(mirrorKeyFile)
  const readable = await privateFileWarning(mirrorKeyFile)
  const { protocol, hostname } = new URL(mirror)
  return [
    ...(readable ? [readable] : []),
    ...(protocol === 'http:' && !isLoopback(hostname)
      ? [`the key is sent to ${hostname} unencrypted; use an https URL for the central instance`]
      : []),
    ...(open
      ? [
          `OPEN: anyone who reaches ${host} can read without a key or quota; use this in trusted ` +
            'networks only',
        ]
      : []),
  ]
}

const KEY_REMEDY = 'Set --mirror-key-file to a file with the API key for the central instance'

function rejectMissingKey(): never {
  throw new CliError('a mirror needs a key', KEY_REMEDY)
}
