import { UsageError } from '#kit/errors'
import { readTextFile } from '#kit/files'
import { type RawValue, readRawValue } from '#kit/raw-value'
import type { Terminal } from '#kit/terminal'

interface KeyFlags {
  readonly key?: string | undefined
  readonly keyFile?: string | undefined
}

/**
 * Reads the API key to send from `--key-file`, `--key` or SPACE_DATA_KEY.
 * @throws UsageError for a file that cannot be read, and for text that cannot be a key
 */
export async function readApiKey(
  { key, keyFile }: KeyFlags,
  env: Terminal['env'],
): Promise<string | undefined> {
  if (key !== undefined && keyFile !== undefined)
    throw new UsageError('--key and --key-file exclude each other')
  const found: RawValue | undefined =
    keyFile === undefined
      ? readRawValue(key, ['--key', 'SPACE_DATA_KEY'], env)
      : { text: await readTextFile(keyFile, undefined, UsageError), from: '--key-file' }
  const text = found?.text.trim()
  // The text is never repeated: it may be a mistyped key.
  if (text === undefined || /^[!-~]{20,200}$/.test(text)) return text
  throw new UsageError(`${found?.from} is not a key: keys have no spaces and end in 36 letters and digits`)
}
