declare const setImmediate: ((callback: () => void) => unknown) | undefined

/**
 * Resolves when the event loop has served what was waiting: long work that only awaits what is ready would
 * otherwise keep it to itself.
 */
export function endOfTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === 'function') setImmediate(resolve)
    else setTimeout(resolve, 0)
  })
}
