// Also for processes that run it without a compiler.
import { setTimeout as sleep } from 'node:timers/promises'

/** How often, every 50 ms, before a test counts as hung. */
const TRIES = 600

/**
 * Whether an error or one of its causes says that a store was locked or too slow, and nothing else.
 * @param {unknown} error
 * @returns {boolean}
 */
export function isDelay(error) {
  if (!(error instanceof Error)) return false
  return (
    /too long|time-?out|timed out|does not respond|SQLITE_BUSY/i.test(error.message) || isDelay(error.cause)
  )
}

/**
 * Does an operation, again while its store is locked or too slow for it, as on a busy machine.
 * @template T
 * @param {() => T | Promise<T>} operation
 * @returns {Promise<T>}
 */
export async function again(operation) {
  for (let left = TRIES; ; left -= 1) {
    try {
      return await operation()
    } catch (error) {
      if (left === 0 || !isDelay(error)) throw error
      await sleep(50)
    }
  }
}
