import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const PROGRAM = fileURLToPath(new URL('./other-process.mjs', import.meta.url))

/** The rows that a statement gives to another process, on a connection of its own: what is there, and not what a writer believes. */
export async function fromOtherProcess(path: string, sql: string): Promise<Record<string, unknown>[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, path, sql])
  return JSON.parse(stdout)
}
