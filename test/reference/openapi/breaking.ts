import type { Publications } from '../../../packages/core/src/kernel/endpoint/publication/publication.ts'

/** A change that breaks clients of the earlier interface. */
export interface Break {
  /** Method and path, as in the table of published operations. */
  readonly operation: string
  readonly what: string
}

/** The lines of an operation: what each is about, and its words. */
type Lines = ReadonlyMap<string, readonly string[]>

/** Returns what breaks clients and receivers of webhooks, by the lines of both documents. */
export function breaksBetween(before: readonly string[], after: readonly string[]): Break[] {
  const later = byOperation(after)
  return [...byOperation(before)].flatMap(([operation, was]) => {
    const is = later.get(operation)
    const found = is ? operationBreaks(was, is, operation.startsWith('webhook ')) : ['removed']
    return found.map((what) => ({ operation, what }))
  })
}

function byOperation(lines: readonly string[]): Map<string, Map<string, string[]>> {
  const operations = new Map<string, Map<string, string[]>>()
  for (const line of lines) {
    const [subject = '', words = ''] = line.split(': ')
    const [method, path, ...at] = subject.split(' ')
    const operation = operations.get(`${method} ${path}`) ?? new Map<string, string[]>()
    operations.set(`${method} ${path}`, operation.set(at.join(' '), words.split(' ')))
  }
  return operations
}

/** Returns the breaks of operations whose sunset was not announced in time, or is not past on a UTC date. */
export function unexcused(breaks: readonly Break[], table: Publications, today: string): Break[] {
  return breaks.filter(({ operation }) => {
    const { from, sunset } = table[operation as keyof Publications]?.deprecation ?? {}
    return !(from && sunset && isLateEnough(from, sunset) && sunset <= today)
  })
}

/** Whether a sunset is at least six calendar months after the deprecation. */
export function isLateEnough(from: string, sunset: string): boolean {
  return sunset >= monthsAfter(from, 6)
}

/** The same day of a later month, or the last day of that month if it has no such day. */
export function monthsAfter(date: string, months: number): string {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  const later = new Date(Date.UTC(year, month - 1 + months, Math.min(day, lastDay)))
  return later.toISOString().slice(0, 10)
}

function operationBreaks(was: Lines, is: Lines, isMessage: boolean): string[] {
  const isTaken = (at: string) => !isMessage && !/^\d/.test(at)
  const added = topmost([...is.keys()].filter((at) => !was.has(at)))
  return [
    ...(was.get('')?.[0] === 'open' && is.get('')?.[0] === 'key' ? ['a key is needed'] : []),
    ...topmost([...was.keys()].filter((at) => !is.has(at))).map((at) => `${at}: removed`),
    ...added.filter((at) => isTaken(at) && is.get(at)?.includes('required')).map((at) => `${at}: required`),
    ...[...was].flatMap(([at, words]) => {
      const now = is.get(at)
      if (!at || !now) return []
      const found = words[0] === 'headers' ? headerBreaks : isTaken(at) ? takenBreaks : givenBreaks
      return found(words, now).map((what) => `${at}${what}`)
    }),
  ]
}

/** Returns the places that are not within another one of them; they are in the order of a document. */
function topmost(places: readonly string[]): string[] {
  const isWithin = (at: string, outer: string) =>
    at.startsWith(outer) && /^[ .[]/.test(at.slice(outer.length))
  return places.filter((at, i) => !places.slice(0, i).some((outer) => isWithin(at, outer)))
}

function headerBreaks(was: readonly string[], is: readonly string[]): string[] {
  return was.flatMap((word) => {
    const name = word.replace('?', '')
    if (is.includes(name) || is.includes(word)) return []
    return [` header ${name}: ${is.includes(`${name}?`) ? 'may be absent' : 'removed'}`]
  })
}

/** Breaks of what the service sends: nothing that a client reads may go, or become something else. */
function givenBreaks(was: readonly string[], is: readonly string[]): string[] {
  return [
    ...(was[0] === is[0] ? [] : [`: ${was[0]} became ${is[0]}`]),
    ...valueBreaks(was, is),
    ...(valuesOf(was).length > 0 && valuesOf(is).length === 0 ? [': any value'] : []),
    ...(was.includes('required') && !is.includes('required') ? [': may be absent'] : []),
  ]
}

/** Breaks of what the service takes: what was accepted must still be. */
function takenBreaks(was: readonly string[], is: readonly string[]): string[] {
  const [earlier = [], types = []] = [was[0]?.split('|'), is[0]?.split('|')]
  const isNarrowed = earlier.some((type) => !types.includes(type) && !types.includes('any'))
  const isLimited = valuesOf(was).length === 0 && valuesOf(is).length > 0
  return [
    ...(isNarrowed ? [`: ${was[0]} became ${is[0]}`] : []),
    ...valueBreaks(was, is),
    ...(isLimited ? [`: only ${valuesOf(is).join(', ')}`] : []),
    ...is.filter((word) => isNarrower(word, was)).map((word) => `: ${word.replace('=', ' is ')}`),
    ...(is.includes('required') && !was.includes('required') ? [': required'] : []),
  ]
}

function valuesOf(words: readonly string[]): string[] {
  return words.filter((word) => word.startsWith('=')).map((word) => word.slice(1))
}

function valueBreaks(was: readonly string[], is: readonly string[]): string[] {
  const kept = valuesOf(is)
  const lost = kept.length > 0 ? valuesOf(was).filter((value) => !kept.includes(value)) : []
  return lost.map((value) => `: ${value} removed`)
}

/** Whether a word is a bound that accepts less than the earlier words do. */
function isNarrower(word: string, was: readonly string[]): boolean {
  const [name = '', bound] = word.split('=')
  if (!name || bound === undefined || was.includes(word)) return false
  const earlier = was.find((each) => each.startsWith(`${name}=`))?.split('=')[1]
  if (earlier === undefined) return true
  if (/max/i.test(name)) return Number(bound) < Number(earlier)
  return /min/i.test(name) ? Number(bound) > Number(earlier) : true
}
