/** Licences that packages in a release or beside it may have: permissive ones, by SPDX identifier. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  // Of a font, which may be embedded in documents.
  'OFL-1.1',
])

/**
 * Returns whether a licence, or a choice of licences, is allowed: one of those behind OR, all of those behind
 * AND. Other expressions are not.
 *
 * @param {string} expression Such as `MIT` or `(MIT OR GPL-3.0-only)`.
 */
export function isAllowed(expression) {
  const plain = expression.replace(/^\((.*)\)$/, '$1')
  if (/[()]/.test(plain)) return false
  return plain.split(' OR ').some((choice) => choice.split(' AND ').every((id) => ALLOWED.has(id)))
}
