/**
 * Whether a type of alert matches a pattern: a type, or with `*` for its last parts, such as `geomagnetic.*`;
 * `*` alone matches every type.
 */
export function matchesType(pattern: string, type: string): boolean {
  return pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : pattern === type
}
