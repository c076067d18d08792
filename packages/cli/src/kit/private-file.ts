import { stat } from 'node:fs/promises'

/** Returns a warning if other users can read a file that contains a secret. */
export async function privateFileWarning(path: string): Promise<string | undefined> {
  // On Windows the mode does not show who can read a file.
  if (process.platform === 'win32') return undefined
  const { mode } = await stat(path)
  return mode & 0o077 ? `${path} is readable or writable by other users; run chmod 600 on it` : undefined
}
