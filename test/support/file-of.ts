import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Returns what names a file of a package, relative to its `src`, for its specifier, such as `#kit/time`. The longest
 * alias counts, as in Node.
 */
export function fileOf(name: string): (specifier: string) => string {
  const path = fileURLToPath(new URL(`../../packages/${name}/package.json`, import.meta.url))
  const aliases = Object.entries<string>(JSON.parse(readFileSync(path, 'utf8')).imports ?? {})
  return (specifier) => {
    const [alias, target] = aliases
      .filter(([each]) => (each.endsWith('*') ? specifier.startsWith(each.slice(0, -1)) : specifier === each))
      .reduce((longest, each) => (each[0].length > longest[0].length ? each : longest))
    return target.replace('./src/', '').replace('*', () => specifier.slice(alias.length - 1))
  }
}
