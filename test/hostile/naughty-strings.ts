import { linesOf } from '../fixtures/lines.ts'

const LONG = [
  'a'.repeat(101),
  'a'.repeat(1_000),
  'é'.repeat(500),
  '%41'.repeat(300),
  '../'.repeat(300),
  '(((((('.repeat(100),
  ' '.repeat(1_000),
  'x,'.repeat(500),
  '🚀'.repeat(60),
]

/** Strings that programs have stumbled over. */
export const naughtyStrings: readonly string[] = [
  ...linesOf('hostile/naughty-strings.txt').map((line): string => JSON.parse(line)),
  ...LONG,
]
