import { join } from 'node:path'
import type { KeyvStoreAdapter } from 'keyv'
import { KeyvFile } from 'keyv-file'

/** A third-party keyv adapter with one file per record. */
export function fileAdapter(folder: string): KeyvStoreAdapter {
  return new KeyvFile({
    filename: join(folder, 'records'),
    separatedFile: true,
  }) as unknown as KeyvStoreAdapter
}
