import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as core from '@space-data/core'
import * as debris from '@space-data/core/debris'
import * as endpoint from '@space-data/core/endpoint'
import * as features from '@space-data/core/features'
import * as mirror from '@space-data/core/mirror'
import * as node from '@space-data/core/node'
import * as postgres from '@space-data/core/postgres'
import * as redis from '@space-data/core/redis'
import * as spaceWeather from '@space-data/core/space-weather'
import * as sqlite from '@space-data/core/sqlite'
import * as verify from '@space-data/core/verify'
import * as workers from '@space-data/core/workers'
import { expect, test } from 'vitest'

const dist = fileURLToPath(new URL('../../packages/core/dist/', import.meta.url))
const declarations = readdirSync(dist)
  .filter((name) => name.endsWith('.d.ts'))
  .map((name) => readFileSync(dist + name, 'utf8'))
  .join('\n')

/** What each entry point exports at run time; the one of Durable Objects loads on Workers only. */
const ENTRIES: Readonly<Record<string, readonly string[]>> = {
  '@space-data/core': Object.keys(core),
  '@space-data/core/debris': Object.keys(debris),
  '@space-data/core/durable-object': ['SpaceDataStore', 'durableObjects'],
  '@space-data/core/endpoint': Object.keys(endpoint),
  '@space-data/core/features': Object.keys(features),
  '@space-data/core/mirror': Object.keys(mirror),
  '@space-data/core/node': Object.keys(node),
  '@space-data/core/postgres': Object.keys(postgres),
  '@space-data/core/redis': Object.keys(redis),
  // Its font needs a bundle.
  '@space-data/core/report': ['renderReportPdf'],
  '@space-data/core/space-weather': Object.keys(spaceWeather),
  '@space-data/core/sqlite': Object.keys(sqlite),
  '@space-data/core/verify': Object.keys(verify),
  '@space-data/core/workers': Object.keys(workers),
}

/** The example of each published function that has one, as an editor shows it. */
const examples = [
  ...declarations.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*declare function (\w+)/g),
].flatMap(([, comment = '', name = '']) => {
  const [, example] = /@example\n([\s\S]*)$/.exec(comment) ?? []
  return example === undefined ? [] : [[name, example.replace(/^ \* ?/gm, '')] as const]
})

test('the types have examples', () => {
  expect(examples.map(([name]) => name)).toEqual(
    expect.arrayContaining([
      'createSpaceData',
      'sqlite',
      'redis',
      'postgres',
      'toNodeListener',
      'connectionInfo',
    ]),
  )
})

test.each(examples)(
  'the example of %s imports it, and everything else of ours, from where it is',
  (name, code) => {
    const imported = [...code.matchAll(/^(?:im|ex)port \{ (.*) \} from '(@space-data\/.*)'$/gm)]
    for (const [, names = '', entry = ''] of imported)
      for (const each of names.split(', ')) expect(ENTRIES[entry], `${each} of ${entry}`).toContain(each)
    const known = imported.flatMap(([, names = '']) => names.split(', '))
    expect(known).toContain(name)
    const functions = Object.values(ENTRIES).flat()
    for (const each of functions)
      if (new RegExp(`(?<![.\\w])${each}\\(`).test(code)) expect(known).toContain(each)
  },
)

test('no doc comment in the types refers to a file of the repository or to a name that is not published', () => {
  const comments = [...declarations.matchAll(/\/\*\*(?:(?!\*\/)[\s\S])*\*\//g)].map(([text]) => text)
  expect(comments.length).toBeGreaterThan(200)
  for (const comment of comments)
    expect(comment).not.toMatch(/docs\/|\.md\b|#[a-z]+\/|objectTypes|concatBytes/)
})
