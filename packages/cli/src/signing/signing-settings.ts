import type { SigningKeys } from '@space-data/core'
import type { Config } from '#config/config'
import { privateFileWarning } from '#kit/files'
import { readSigningKeys } from '#signing/key-file'

type SigningConfig = Pick<Config, 'signingKeyFile'>

/** Returns the keys that a server signs with; `undefined` if it does not sign. */
export async function toSigningKeys({
  signingKeyFile: file,
}: SigningConfig): Promise<SigningKeys | undefined> {
  return file === undefined ? undefined : readSigningKeys(file)
}

/** Returns what the operator should know about the file with the keys, one sentence each. */
export async function signingWarnings({ signingKeyFile: file }: SigningConfig): Promise<string[]> {
  if (file === undefined) return []
  await readSigningKeys(file)
  return [(await privateFileWarning(file)) ?? []].flat()
}
