import { whyUnreadable } from '#store/store'

/** What a look through the store found. */
export interface StoreFinding {
  /** `damage` is something that is lost or cannot be read; a `note` is a trace of work that was broken off, and does no harm. */
  readonly kind: 'damage' | 'note'
  /** One line for people; never a key. */
  readonly what: string
}

export function damage(what: string): StoreFinding {
  return { kind: 'damage', what }
}

export function note(what: string): StoreFinding {
  return { kind: 'note', what }
}

/** What is read, or `undefined` and a finding where a record cannot be read. */
export async function reading<T>(read: () => Promise<T>, findings: StoreFinding[]): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    const why = whyUnreadable(error)
    if (why === undefined) throw error
    findings.push(damage(why))
    return undefined
  }
}
