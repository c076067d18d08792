import { readFileSync } from 'node:fs'

const doors = readFileSync(new URL('doors.ts', import.meta.url), 'utf8')
/** What is imported for a source file: `adapters/node` is `@space-data/core/node`. */
const importOf = new Map(
  [...doors.matchAll(/^ {2}'?([\w-]+)'?: 'packages\/core\/src\/(.+?)(?:\/index)?\.ts'/gm)].map(
    ([, name, source]) => [source, name === 'index' ? '@space-data/core' : `@space-data/core/${name}`],
  ),
)

/** A typedoc plugin: names each module as it is imported, not by its source file. */
export function load(app) {
  app.converter.on('resolveBegin', ({ project }) => {
    for (const module of project.children ?? []) module.name = importOf.get(module.name) ?? module.name
  })
}
