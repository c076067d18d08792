export const NOW = Date.parse('2026-11-21T12:00:00Z')
export const UNTIL = NOW + 60_000

/** Keys that clash with members of a plain object, or are special in a query language. */
export const KEYS = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '',
  ' ',
  "it's; DROP TABLE keyv --",
  '%_*?[a-z]',
  'Ünïcödé 漢字 🛰️',
  'a\nb\tc',
  'k'.repeat(2_000),
]
