import { random } from '#sample/storm'
import { MINUTE } from '#sample/time'

/** An event with its times as in May 2024. */
export interface StormEvent {
  readonly submissionTime: string
  readonly [field: string]: unknown
}

/** `2024-05-10T06:54Z`: to the minute, as DONKI writes times. */
export function stamp(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16)}Z`
}

/** The page that DONKI shows of a record; the number in it is invented. */
export function linkTo(kind: string, id: string): string {
  const number = 30_500 + Math.floor(random(Date.parse(`${id.slice(0, 16)}Z`) / MINUTE, kind.length) * 400)
  return `https://webtools.ccmc.gsfc.nasa.gov/DONKI/view/${kind}/${number}/-1`
}
