import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isAllowed } from '../../build/release/licences.mjs'
import { publicPackages } from '../../build/release/packages.mjs'
import { ROOT } from '../support/markdown.mjs'
import { commitAll, copyCheckout, runIn, setRepository } from './checkout.ts'
import { type Bom, faultsOfBom, namesOf, specOf } from './cyclonedx.ts'
import { provesItsJob, publish } from './publish.ts'
import { startRegistry } from './registry.ts'

const REPOSITORY = 'example/space-data'
const CHANGESET = `---\n'@space-data/core': patch\n---\n\nA change.\n`

const minutes = (n: number) => n * 60_000
const PATIENT = { timeout: minutes(5) }

const folder = mkdtempSync(join(tmpdir(), 'space-data-release-'))
const first = join(folder, 'first')
const second = join(folder, 'somewhere/else/second')
const packed = join(first, 'release')
const [ours] = publicPackages(ROOT)
/** What a patch makes of the version of now. */
const version = (ours?.version ?? '').replace(/\d+$/, (patch) => String(Number(patch) + 1))
const tag = `v${version}`
let prepared: string[] = []

const bomOf = (name: string): Bom => JSON.parse(readFileSync(join(packed, `${name}.cdx.json`), 'utf8'))
const isBundled = ({ properties = [] }: Bom['components'][number]) =>
  properties.some(({ value }) => value === 'bundled')
const bundledOf = (bom: Bom) => bom.components.filter(isBundled).map(specOf).sort()

/** All that a release does up to the first byte that leaves the machine, from a clean checkout. */
beforeAll(async () => {
  copyCheckout(first)
  setRepository(first, REPOSITORY)
  writeFileSync(join(first, '.changeset/a-change.md'), CHANGESET)
  commitAll(first, 'before')
  await runIn(first, 'npx', '-y', 'pnpm@10', 'release:version')
  prepared = commitAll(first, `release: ${version}`)
  mkdirSync(dirname(second), { recursive: true })
  // With the same packages, each file of which is there once.
  execFileSync('cp', ['-al', first, second])
  for (const checkout of [first, second])
    await runIn(checkout, 'npx', '-y', 'pnpm@10', 'release:pack', 'release', tag, REPOSITORY)
}, minutes(25))

afterAll(() => rmSync(folder, { recursive: true, force: true }), minutes(5))

describe('pnpm release:version', () => {
  test('changes the versions, the dates and what follows from them, and nothing else', () => {
    expect(prepared).toEqual([
      '.changeset/a-change.md',
      'CHANGELOG.md',
      'docs/endpoints.md',
      'docs/openapi.baseline.txt',
      'packages/cli/package.json',
      'packages/core/package.json',
      'packages/core/src/kernel/endpoint/publication/publications.ts',
      'packages/core/src/kernel/kit/service-name.ts',
      'packages/sample/package.json',
      'pnpm-lock.yaml',
    ])
    expect(publicPackages(first).map((it) => it.version)).toEqual([version, version])
  })

  test('leaves nothing that prevents the release', async () => {
    const words = ['build/release/check.mjs', tag, REPOSITORY, 'registry.example/space-data']
    expect(await runIn(first, process.execPath, ...words)).toBe(`${tag} can be released.\n`)
  })
})

describe('pnpm release:pack', () => {
  test('makes the tarballs, their bills of materials, the sums and the notes', () => {
    expect(readdirSync(packed).sort()).toEqual([
      'NOTES.md',
      'SHA512SUMS',
      `space-data-${version}.tgz`,
      `space-data-core-${version}.tgz`,
      'space-data-core.cdx.json',
      'space-data.cdx.json',
    ])
    execFileSync('sha512sum', ['--check', '--strict', '--quiet', 'SHA512SUMS'], { cwd: packed })
    expect(readFileSync(join(packed, 'NOTES.md'), 'utf8').length).toBeGreaterThan(1_000)
  })

  test('makes the same bytes again, in another folder', () => {
    const [a, b] = [first, second].map((it) => readFileSync(join(it, 'release/SHA512SUMS'), 'utf8'))
    expect(b).toBe(a)
  })

  test('packs what runs, and no path of the machine that built it', () => {
    for (const name of [`space-data-${version}`, `space-data-core-${version}`]) {
      const text = execFileSync('tar', ['-xzOf', join(packed, `${name}.tgz`)], { maxBuffer: 1e8 }).toString()
      expect(text.length).toBeGreaterThan(1e6)
      expect(text).not.toContain(folder)
    }
  })

  test('packs a service that says its version', async () => {
    const document = await runIn(first, process.execPath, 'packages/cli/bin/space-data.mjs', 'openapi')
    expect(JSON.parse(document).info.version).toBe(version)
  })
})

describe('a bill of materials', () => {
  test.each(['space-data', 'space-data-core'])(
    'of %s is valid, of that tarball, and names allowed licences',
    (name) => {
      const bom = bomOf(name)
      expect(faultsOfBom(bom)).toEqual([])
      const [hash] = bom.metadata.component.hashes ?? []
      expect(readFileSync(join(packed, 'SHA512SUMS'), 'utf8')).toContain(
        `${hash?.content}  ${name}-${version}.tgz\n`,
      )
      for (const { licenses } of bom.components)
        for (const { license } of licenses) expect(isAllowed(license?.id ?? '')).toBe(true)
    },
  )

  test.each(['space-data', 'space-data-core'])('of %s names what npm installs', PATIENT, async (name) => {
    const place = join(folder, `installed-${name}`)
    mkdirSync(place)
    writeFileSync(join(place, 'package.json'), '{"private":true}')
    const quietly = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']
    await runIn(place, 'npm', 'install', ...quietly, join(packed, `${name}-${version}.tgz`))
    const installed = packagesUnder(join(place, 'node_modules')).filter(
      (it) => !/^(@space-data\/core|space-data)$/.test(it),
    )
    // Names only: npm takes the newest version that fits, the bill has that of the lockfile.
    expect(namesOf(bomOf(name), 'installed')).toEqual(installed)
  })

  test('of core names every package with a line in its source maps', () => {
    const dist = join(first, 'packages/core/dist')
    const sources = readdirSync(dist)
      .filter((file) => file.endsWith('.js.map'))
      .flatMap((file): string[] => JSON.parse(readFileSync(join(dist, file), 'utf8')).sources)
    const inside = namesIn(sources)
    expect(inside.length).toBeGreaterThan(20)
    expect(namesOf(bomOf('space-data-core'), 'bundled')).toEqual(expect.arrayContaining(inside))
  })

  test('of the program names every package in its bundle and in that of its worker', PATIENT, async () => {
    const config = `import { cli, past } from '../tsup.config.ts'
      export default [{ ...cli, outDir: 'inputs/cli', metafile: true }, { ...past, outDir: 'inputs/past', metafile: true }]`
    writeFileSync(join(second, 'build/inputs.config.ts'), config)
    await runIn(second, 'node_modules/.bin/tsup', '--silent', '--config', 'build/inputs.config.ts')
    const inputs = ['cli', 'past'].flatMap((name) => {
      const file = join(second, `inputs/${name}/metafile-esm.json`)
      const { outputs } = JSON.parse(readFileSync(file, 'utf8')) as Metafile
      return Object.values(outputs).flatMap((output) =>
        Object.entries(output.inputs).flatMap(([path, { bytesInOutput }]) =>
          bytesInOutput > 0 ? [path] : [],
        ),
      )
    })
    expect(namesIn(inputs).length).toBeGreaterThan(40)
    expect(namesOf(bomOf('space-data'), 'bundled')).toEqual(namesIn(inputs))
  })

  test('of core and of the program have packages of the same versions where both have them', () => {
    const [core, program] = ['space-data-core', 'space-data'].map((name) => bundledOf(bomOf(name)))
    expect(program).toEqual(expect.arrayContaining(core ?? []))
  })
})

test.skipIf(!provesItsJob)(
  'a registry that trusts the job gets both packages, as they were packed',
  PATIENT,
  async () => {
    await using registry = await startRegistry()
    expect(await publish(packed, registry)).toMatchObject({ code: 0 })
    expect(registry.published.map(({ name }) => name).sort()).toEqual(['@space-data/core', 'space-data'])
    for (const { name, versions, ...sent } of registry.published) {
      expect(sent['dist-tags']).toEqual({ latest: version })
      expect(versions[version]).toMatchObject({ license: 'MIT', repository: { type: 'git' } })
      const file = join(packed, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`)
      const [attached] = Object.values(sent._attachments)
      expect(attached?.data).toBe(readFileSync(file).toString('base64'))
    }
  },
)

interface Metafile {
  readonly outputs: Readonly<
    Record<string, { readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>> }>
  >
}

/**
 * Returns the names of the packages that have files among some paths, sorted: by where pnpm has put them, for
 * the source maps of packages name what these were made of in turn.
 */
function namesIn(paths: readonly string[]): string[] {
  const names = paths.flatMap(
    (path) => /\/\.pnpm\/[^/]+\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [],
  )
  return [...new Set(names)].sort()
}

/** Returns the names of the packages that npm has put into a folder, sorted. */
function packagesUnder(modules: string): string[] {
  const manifests = readdirSync(modules, { recursive: true, encoding: 'utf8' })
  const names = manifests.flatMap(
    (path) => /(?:^|node_modules\/)((?:@[^/]+\/)?[^/@.][^/]*)\/package\.json$/.exec(path)?.[1] ?? [],
  )
  return [...new Set(names)].sort()
}
