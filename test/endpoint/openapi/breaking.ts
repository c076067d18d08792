import type { Publications } from '../../../packages/core/src/endpoint/publication/publication.ts'
import { type Part, type Shape, shapeOf, wordsOf } from './shape.ts'
import { messagesOf, type Operation, operationsOf, resolved, type Schema } from './walk.ts'

/** A change that breaks clients of the earlier document. */
export interface Break {
  /** Method and path, as in the table of published operations. */
  readonly operation: string
  readonly what: string
}

/**
 * Returns what in the later document breaks clients of the earlier one and receivers of its webhooks, in the
 * order of the earlier.
 */
export function breaksBetween(before: object, after: object): Break[] {
  return [...clientBreaks(before, after), ...receiverBreaks(before, after)]
}

function clientBreaks(before: object, after: object): Break[] {
  const later = new Map(operationsOf(after).map((each) => [`${each.method} ${each.path}`, each.operation]))
  return operationsOf(before).flatMap(({ method, path, operation: earlier }) => {
    const operation = `${method} ${path}`
    const now = later.get(operation)
    const found = now
      ? operationBreaks({ thing: earlier, in: before }, { thing: now, in: after })
      : ['removed']
    return found.map((what) => ({ operation, what }))
  })
}

/** Breaks of messages: what a receiver gets is given, though it is the body of a request. */
function receiverBreaks(before: object, after: object): Break[] {
  const later = new Map(messagesOf(after).map(({ type, operation }) => [type, operation]))
  return messagesOf(before).flatMap(({ type, operation: earlier }) => {
    const now = later.get(type)
    const found = now ? messageBreaks({ thing: earlier, in: before }, { thing: now, in: after }) : ['removed']
    return found.map((what) => ({ operation: `webhook ${type}`, what }))
  })
}

function messageBreaks(before: Part<Operation>, after: Part<Operation>): string[] {
  const headers = parametersOf(after)
  const removed = [...parametersOf(before).keys()].filter((name) => !headers.has(name))
  const contents = [
    { ...before, thing: bodyOf(before)?.content },
    { ...after, thing: bodyOf(after)?.content },
  ] as const
  return [...removed.map((name) => `${name}: removed`), ...contentBreaks(...contents, 'body', givenBreaks)]
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

function operationBreaks(before: Part<Operation>, after: Part<Operation>): string[] {
  const needsKey = before.thing.security.length === 0 && after.thing.security.length > 0
  return [
    ...(needsKey ? ['a key is needed'] : []),
    ...parameterBreaks(before, after),
    ...bodyBreaks(before, after),
    ...Object.keys(before.thing.responses).flatMap((status) => responseBreaks(status, before, after)),
  ]
}

function parameterBreaks(before: Part<Operation>, after: Part<Operation>): string[] {
  const [earlier, later] = [parametersOf(before), parametersOf(after)]
  const removed = [...earlier.keys()].filter((name) => !later.has(name))
  const changed = [...later].flatMap(([name, parameter]) => {
    const known = earlier.get(name)
    const isNewlyRequired = parameter['required'] === true && known?.['required'] !== true
    const schemas = known ? [known['schema'], parameter['schema']] : []
    const [was, is] = schemas as [Schema?, Schema?]
    return [
      ...(isNewlyRequired ? [`parameter ${name}: required`] : []),
      ...(was && is
        ? takenBreaks({ ...before, thing: was }, { ...after, thing: is }, `parameter ${name}`)
        : []),
    ]
  })
  return [...removed.map((name) => `parameter ${name}: removed`), ...changed]
}

function parametersOf({ thing, in: document }: Part<Operation>): Map<string, Schema> {
  const parameters = (thing.parameters ?? []).map((each) => resolved(each as object, document) as Schema)
  return new Map(parameters.map((each) => [`${each['name']} in ${each['in']}`, each]))
}

function bodyBreaks(before: Part<Operation>, after: Part<Operation>): string[] {
  const [was, is] = [bodyOf(before), bodyOf(after)]
  const isNewlyRequired = is?.required === true && was?.required !== true
  return [
    ...(isNewlyRequired ? ['body: required'] : []),
    ...contentBreaks(
      { ...before, thing: was?.content },
      { ...after, thing: is?.content },
      'body',
      takenBreaks,
    ),
  ]
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>> | undefined

function bodyOf({ thing }: Part<Operation>) {
  return thing.requestBody as { readonly required?: boolean; readonly content?: Content } | undefined
}

function responseBreaks(status: string, before: Part<Operation>, after: Part<Operation>): string[] {
  const [earlier, later] = [before.thing.responses[status], after.thing.responses[status]]
  if (!earlier || !later) return earlier ? [`${status}: removed`] : []
  const [was, is] = [resolved(earlier, before.in), resolved(later, after.in)]
  const headers = Object.entries(was.headers ?? {}).flatMap(([name, header]) => {
    const kept = is.headers?.[name]
    if (!kept) return [`${status} header ${name}: removed`]
    const isOptional = resolved(header, before.in).required && !resolved(kept, after.in).required
    return isOptional ? [`${status} header ${name}: may be absent`] : []
  })
  const contents = [
    { ...before, thing: was.content },
    { ...after, thing: is.content },
  ] as const
  return [...headers, ...contentBreaks(...contents, status, givenBreaks)]
}

type Compare = (before: Part<Schema>, after: Part<Schema>, at: string) => string[]

function contentBreaks(before: Part<Content>, after: Part<Content>, at: string, compare: Compare): string[] {
  return Object.entries(before.thing ?? {}).flatMap(([type, { schema: was }]) => {
    const media = after.thing?.[type]
    if (!media) return [`${at} ${type}: removed`]
    const { schema: is } = media
    return was && is ? compare({ ...before, thing: was }, { ...after, thing: is }, at) : []
  })
}

/** Breaks of what the service sends: nothing that a client reads may go, or become something else. */
function givenBreaks(before: Part<Schema>, after: Part<Schema>, at: string): string[] {
  const [was, is] = [shapeOf(before), shapeOf(after)]
  return [
    ...(was.types.join() === is.types.join() ? [] : [`${at}: ${wordsOf(was)} became ${wordsOf(is)}`]),
    ...valueBreaks(was, is, at),
    ...(was.values && !is.values ? [`${at}: any value`] : []),
    ...memberBreaks(was, is, at, givenBreaks),
    ...[...was.required]
      .filter((name) => name in is.properties && !is.required.has(name))
      .map((name) => `${at}.${name}: may be absent`),
  ]
}

/** Breaks of what the service takes: what was accepted must still be. */
function takenBreaks(before: Part<Schema>, after: Part<Schema>, at: string): string[] {
  const [was, is] = [shapeOf(before), shapeOf(after)]
  const isNarrowed = was.types.some((type) => !is.types.includes(type) && !is.types.includes('any'))
  return [
    ...(isNarrowed ? [`${at}: ${wordsOf(was)} became ${wordsOf(is)}`] : []),
    ...valueBreaks(was, is, at),
    ...(is.values && !was.values ? [`${at}: only ${[...is.values].join(', ')}`] : []),
    ...boundBreaks(was.bounds, is.bounds, at),
    ...memberBreaks(was, is, at, takenBreaks),
    ...[...is.required].filter((name) => !was.required.has(name)).map((name) => `${at}.${name}: required`),
  ]
}

function valueBreaks(was: Shape, is: Shape, at: string): string[] {
  if (!is.values) return []
  const kept = is.values
  return [...(was.values ?? [])].filter((value) => !kept.has(value)).map((value) => `${at}: ${value} removed`)
}

function memberBreaks(was: Shape, is: Shape, at: string, compare: Compare): string[] {
  const members = Object.entries(was.properties).flatMap(([name, before]) => {
    const after = is.properties[name]
    return after ? compare(before, after, `${at}.${name}`) : [`${at}.${name}: removed`]
  })
  return was.items && is.items ? [...members, ...compare(was.items, is.items, `${at}[]`)] : members
}

/** Bounds that must not rise, and those that must not fall. */
const LOWER = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems']
const UPPER = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems']

function boundBreaks(was: Schema, is: Schema, at: string): string[] {
  const number = (bound: unknown, otherwise: number) => (bound === undefined ? otherwise : Number(bound))
  const rose = LOWER.filter((name) => number(is[name], -Infinity) > number(was[name], -Infinity))
  const fell = UPPER.filter((name) => number(is[name], Infinity) < number(was[name], Infinity))
  const other = ['pattern', 'format'].filter((name) => is[name] !== undefined && is[name] !== was[name])
  return [...rose, ...fell, ...other].map((name) => `${at}: ${name} is ${is[name]}`)
}
