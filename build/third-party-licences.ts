import { mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Options } from 'tsup'

type Plugin = NonNullable<Options['esbuildPlugins']>[number]

/**
 * Writes the licence of every package whose code is in the bundle to `file`; fails the build for one that
 * brings no text.
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

/** `…/node_modules/@scope/name/lib/file.js` → `…/node_modules/@scope/name`. */
function packageFolder(path: string): string | undefined {
  const folder = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]
  return folder && realpathSync(folder)
}

function licenceOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const texts = readdirSync(folder).filter((entry) => /^(licen[cs]e|notice|copying)/i.test(entry))
  if (texts.length === 0) throw new Error(`${name} brings no licence text`)
  return [
    `${name} ${version} (${license})\n`,
    ...texts.map((text) => readFileSync(join(folder, text), 'utf8')),
  ].join('\n')
}
