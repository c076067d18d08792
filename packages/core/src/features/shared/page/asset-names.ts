import globe from 'browser:globe.hash'
import globePositions from 'browser:globe-positions.hash'

/** Hashes of the scripts that are too long to be inline, by name. */
const HASHES = { globe, 'globe-positions': globePositions } as const

export type AssetName = keyof typeof HASHES

/** Returns the file name of a script, which changes with its content, such as `globe-0123456789ab.js`. */
export function assetFile(name: AssetName): string {
  return `${name}-${HASHES[name]}.js`
}

/** Returns the path of a script from the root of the host, such as `assets/globe-0123456789ab.js`. */
export function assetPath(name: AssetName): string {
  return `assets/${assetFile(name)}`
}
