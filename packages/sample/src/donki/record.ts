import { random } from '#storm'
import { MINUTE } from '#time'

/** An event with its times in May 2024. */
export interface StormEvent {
  readonly submissionTime: string
  readonly [field: string]: unknown
}

/** Formats a time as DONKI does, to the minute: `2024-05-10T06:54Z`. */
export function formatMinute(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16)}Z`
}

/** Returns the link to a record at DONKI; its number is invented. */
export function recordLink(kind: string, id: string): string {
  const number = 30_500 + Math.floor(random(Date.parse(`${id.slice(0, 16)}Z`) / MINUTE, kind.length) * 400)
  return `https://webtools.ccmc.gsfc.nasa.gov/DONKI/view/${kind}/${number}/-1`
}
