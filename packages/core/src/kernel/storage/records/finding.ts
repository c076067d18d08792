import { unreadableReason } from '#kernel/storage/store'

/** A problem found in the store. */
export interface StoreFinding {
  /** `damage`: lost or unreadable data. `note`: a harmless remnant of interrupted work. */
  readonly kind: 'damage' | 'note'
  /** One line for people. Never contains a key. */
  readonly what: string
}

export function damage(what: string): StoreFinding {
  return { kind: 'damage', what }
}

export function note(what: string): StoreFinding {
  return { kind: 'note', what }
}

/** Returns the result of `read`. If the record is unreadable, adds a finding and returns `undefined`. */
export async function tryRead<T>(read: () => Promise<T>, findings: StoreFinding[]): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    const reason = unreadableReason(error)
    if (reason === undefined) throw error
    findings.push(damage(reason))
    return undefined
  }
}
