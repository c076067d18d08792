import { randomUUID } from 'node:crypto'
import { open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CliError } from '#kit/errors'
import { writeErrorReason } from '#kit/files'

/** Reads from the beginning on each call. */
export type Read = () => AsyncIterable<Uint8Array>

/**
 * Runs `work` on an input that can be read only once, so that `work` can read it again: the first reading
 * copies it to a temporary file. The file loses its name before anything is written to it, so no other
 * process can open it, and it disappears when the process ends for any reason.
 *
 * @throws CliError if the file cannot be written
 */
export async function withSpool<T>(
  input: AsyncIterable<Uint8Array>,
  work: (read: Read) => Promise<T>,
): Promise<T> {
  const file = join(tmpdir(), `space-data-${randomUUID()}`)
  const handle = await open(file, 'wx+', 0o600).catch(spoolFailed)
  try {
    await unlink(file)
    let isCopied = false
    return await work(() => {
      if (isCopied) return handle.createReadStream({ start: 0, autoClose: false })
      isCopied = true
      return copied()
    })
  } finally {
    await handle.close()
  }

  async function* copied(): AsyncGenerator<Uint8Array> {
    for await (const chunk of input) {
      await handle.appendFile(chunk).catch(spoolFailed)
      yield chunk
    }
  }
}

function spoolFailed(error: unknown): never {
  throw new CliError(
    `cannot keep stdin in ${tmpdir()} while it is checked: ${writeErrorReason(error)}`,
    'Nothing was written to the store. Set TMPDIR to a folder with space, or pass a file',
    error,
  )
}
