import globe from 'browser:globe'
import globePositions from 'browser:globe-positions'
import { assetFile } from '#features/shared/page/asset-names'

/** The scripts by the file name in their URL. */
const byFile = new Map([
  [assetFile('globe'), globe],
  [assetFile('globe-positions'), globePositions],
])

/** Returns the script with this file name. */
export function findAsset(file: string): string | undefined {
  return byFile.get(file)
}
