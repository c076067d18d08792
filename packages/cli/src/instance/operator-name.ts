import { hostname, userInfo } from 'node:os'

const LONGEST = 100

/**
 * Returns the name of the user who runs this command, such as `ops@host`: the default label, and the name in
 * the log of keys.
 */
export function operatorName(): string {
  return `${userName()}@${hostname()}`.slice(0, LONGEST)
}

/** Returns the name of the user; in a container there may be none. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return 'operator'
  }
}
