import { days, hours, minutes } from '#kernel/kit/time'

/** Returns when the nightly shell job is next due (03:17 UTC), in epoch milliseconds; always after `at`. */
export function nextShellRun(at: number): number {
  const due = Math.floor(at / days(1)) * days(1) + hours(3) + minutes(17)
  return due > at ? due : due + days(1)
}
