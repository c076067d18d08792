import type { GlobeObject } from '@space-data/charts'
import { formatMinute } from '@space-data/charts/text'
import { readObjects } from '#features/debris/object-list/shell-objects'
import type { ShellRun, Shells } from '#features/debris/shells/shells'
import { objectTypes } from '#features/objects/elements/element-set'
import { runFile } from '#features/pages/globe/run-file'

const MAX_OBJECTS = 4_000

/** Serves a picture of the objects around the Earth at the epoch of the published run. */
export const globePicture = runFile({
  path: '/globe/still.svg',
  operationId: 'getGlobePicture',
  summary: 'Picture of the objects around the Earth',
  description: `At the epoch of the last run. Of large catalogues it shows an even sample of at most ${MAX_OBJECTS} objects.`,
  content: 'The picture',
  type: 'image/svg+xml',
  render: drawStill,
})

async function drawStill(run: ShellRun, shells: Shells): Promise<string> {
  const { globeStill, groundPosition } = await import('#features/pages/pages')
  const every = Math.max(1, Math.ceil(run.counts.catalogue / MAX_OBJECTS))
  const objects: GlobeObject[] = []
  let index = 0
  for await (const part of readObjects(run, shells)) {
    for (const { elements, objectType } of part) {
      index += 1
      if (index % every !== 0) continue
      const position = groundPosition(elements, run.t0)
      if (position) objects.push({ ...position, type: objectTypes.indexOf(objectType) })
    }
  }
  return globeStill(objects, `${objects.length} catalogued objects around the Earth, ${formatMinute(run.t0)}`)
}
