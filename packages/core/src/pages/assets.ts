import globe from 'browser:globe'
import globePositions from 'browser:globe-positions'
import { digest } from '#digest'

/** Scripts that are too long to be inline, by name. */
const SCRIPTS = { globe, 'globe-positions': globePositions } as const

export type AssetName = keyof typeof SCRIPTS

/** The scripts by the file name in their URL, which changes with their content. */
const byFile = new Map(
  Object.entries(SCRIPTS).map(([name, script]) => [
    `${name}-${digest(script, 'hex').slice(0, 12)}.js`,
    script,
  ]),
)

/** Returns the path of a script from the root of the host, such as `assets/globe-0123456789ab.js`. */
export function assetPath(name: AssetName): string {
  const file = [...byFile.keys()].find(
    (each) => each.length === name.length + 16 && each.startsWith(`${name}-`),
  )
  return `assets/${file}`
}

/** Returns the script with this file name. */
export function findAsset(file: string): string | undefined {
  return byFile.get(file)
}

/** Returns all file names. */
export function assetNames(): string[] {
  return [...byFile.keys()]
}
