/** Converts a code to PascalCase, such as `invalid_key` to `InvalidKey`. */
export function toPascalCase(words: string): string {
  return words
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map((word) => word[0]?.toUpperCase() + word.slice(1))
    .join('')
}
