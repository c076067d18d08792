import { mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Options } from 'tsup'

type Plugin = NonNullable<Options['esbuildPlugins']>[number]

/**
 * Writes the licence of every package whose code is in the bundle to `file`; fails the build for one that
 * brings no text or no name. `build/release/inventory.mjs` reads the first line of each.
 */
export function thirdPartyLicences(file: string): Plugin {
  return {
    name: 'third-party-licences',
    setup(build) {
      build.initialOptions.metafile = true
      build.onEnd(({ metafile }) => {
        if (!metafile) return
        const used = Object.values(metafile.outputs).flatMap(({ inputs }) =>
          Object.entries(inputs)
            .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
            .map(([path]) => path),
        )
        const folders = new Set(used.map(packageFolder).filter((folder) => folder !== undefined))
        mkdirSync(dirname(file), { recursive: true })
        writeFileSync(file, `${[INTRODUCTION, ...[...folders].map(licenceOf).sort()].join(`\n${RULE}\n`)}`)
      })
    },
  }
}

const INTRODUCTION =
  'The program in this folder contains code of the packages below, under the licences that follow.\n'
const RULE = '-'.repeat(80)

/**
 * Packages that say MIT in their package.json and bring no text, nor does their repository, with the author
 * that is named there.
 */
const DECLARED_MIT: Readonly<Record<string, string>> = {
  dfa: 'Devon Govett',
  fontkit: 'Devon Govett',
}

/** Packages whose package.json has no licence, with the one whose text they bring. */
const WITHOUT_A_FIELD: Readonly<Record<string, string>> = { 'png-js': 'MIT' }

const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and
associated documentation files (the "Software"), to deal in the Software without restriction, including
without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the
following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial
portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED
TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL
THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF
CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER
DEALINGS IN THE SOFTWARE.
`

/** `…/node_modules/@scope/name/lib/file.js` → `…/node_modules/@scope/name`. */
function packageFolder(path: string): string | undefined {
  const folder = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]
  return folder && realpathSync(folder)
}

function licenceOf(folder: string): string {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const { name, version, license = WITHOUT_A_FIELD[name] } = manifest
  if (typeof license !== 'string') throw new Error(`${name} states no licence`)
  const texts = readdirSync(folder).filter((entry) => /^(licen[cs]e|notice|copying)/i.test(entry))
  const declared = DECLARED_MIT[name]
  if (texts.length === 0 && (declared === undefined || license !== 'MIT'))
    throw new Error(`${name} brings no licence text`)
  return [
    `${name} ${version} (${license})\n`,
    ...(texts.length === 0 ? [`Copyright (c) ${declared}\n\n${MIT}`] : []),
    ...texts.map((text) => readFileSync(join(folder, text), 'utf8')),
  ].join('\n')
}
