import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const PROGRAM = fileURLToPath(new URL('./other-process.mjs', import.meta.url))

/** Runs a statement in another process, on its own connection: returns what is really in the file. */
export async function fromOtherProcess(path: string, sql: string): Promise<Record<string, unknown>[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, path, sql])
  return JSON.parse(stdout)
}
