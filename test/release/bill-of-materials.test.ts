import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { inventoryOf } from '../../build/release/inventory.mjs'
import { isAllowed } from '../../build/release/licences.mjs'
import { billOfMaterials } from '../../build/release/sbom.mjs'
import { type Bom, faultsOfBom, namesOf } from './cyclonedx.ts'

const RULE = '-'.repeat(80)
const packageJson = (name: string, version: string, more: object = {}) =>
  JSON.stringify({ name, version, license: 'MIT', ...more })

/** A package with one of others in its bundle, and others that come with it, one of them in two versions. */
const FILES: Readonly<Record<string, string>> = {
  'package.json': packageJson('ours', '1.0.0', {
    dependencies: { a: '^1.0.0' },
    optionalDependencies: { 'for-windows': '^1.0.0' },
    devDependencies: { tool: '^1.0.0' },
    peerDependencies: { host: '^1.0.0' },
    peerDependenciesMeta: { host: { optional: true } },
  }),
  'dist/THIRD-PARTY-LICENSES.txt': `What is inside.\n\n${RULE}\n@in/side 2.0.0 (ISC)\n\nText (c)\n\n${RULE}\na 1.0.0 (MIT)\n\nText\n`,
  'node_modules/tool/package.json': packageJson('tool', '1.0.0'),
  'node_modules/a/package.json': packageJson('a', '1.0.0', {
    dependencies: { b: '^1.0.0' },
    peerDependencies: { c: '^1.0.0' },
  }),
  'node_modules/a/node_modules/b/package.json': packageJson('b', '1.5.0', { license: 'BSD-3-Clause' }),
  'node_modules/c/package.json': packageJson('c', '3.0.0', { dependencies: { b: '^2.0.0', a: '^1.0.0' } }),
  'node_modules/b/package.json': packageJson('b', '2.0.0', { license: '(MIT OR Apache-2.0)' }),
}

function folder(changed: Readonly<Record<string, string>> = {}): string {
  const root = mkdtempSync(join(tmpdir(), 'space-data-parts-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const [file, text] of Object.entries({ ...FILES, ...changed })) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  return root
}

test('an inventory has what is inside and what an installer adds, and nothing that only builds', () => {
  const { parts, needs } = inventoryOf(folder())
  expect(parts.map(({ name, version, how }) => [`${name}@${version}`, how.join()])).toEqual([
    ['@in/side@2.0.0', 'bundled'],
    ['a@1.0.0', 'bundled,installed'],
    ['b@1.5.0', 'installed'],
    ['b@2.0.0', 'installed'],
    ['c@3.0.0', 'installed'],
  ])
  expect(needs).toEqual(['a@1.0.0'])
  expect(parts.find(({ name }) => name === 'a')?.needs).toEqual(['b@1.5.0', 'c@3.0.0'])
})

test('a package that is missing or has no licence stops the inventory', () => {
  const without = { 'node_modules/a/package.json': packageJson('a', '1.0.0', { license: undefined }) }
  expect(() => inventoryOf(folder(without))).toThrow('a 1.0.0 states no licence')
  const needy = { 'package.json': packageJson('ours', '1.0.0', { dependencies: { nowhere: '1' } }) }
  expect(() => inventoryOf(folder(needy))).toThrow('nowhere, which ours needs, is not installed')
})

test('a bill of materials is valid CycloneDX, and every reference in it leads to a component', () => {
  const ours = { folder: '', name: '@space-data/x', version: '1.0.0', description: 'X', license: 'MIT' }
  const written = billOfMaterials(ours, 'ab'.repeat(64), inventoryOf(folder()))
  expect(faultsOfBom(written)).toEqual([])
  const bom = written as Bom
  const refs = new Set([bom.metadata.component, ...bom.components].map((it) => it['bom-ref']))
  expect(refs.size).toBe(6)
  for (const { ref, dependsOn } of bom.dependencies)
    for (const each of [ref, ...dependsOn]) expect(refs).toContain(each)
  expect(refs).toContain('pkg:npm/%40in/side@2.0.0')
  expect(namesOf(bom, 'bundled')).toEqual(['@in/side', 'a'])
  expect(namesOf(bom, 'installed')).toEqual(['a', 'b', 'c'])
})

test('the schema finds what is wrong', () => {
  const ours = { folder: '', name: 'x', version: '1.0.0', description: 'X', license: 'No such licence' }
  expect(faultsOfBom(billOfMaterials(ours, 'short', inventoryOf(folder()))).join()).toMatch(
    /hashes\/0\/content.*licenses\/0/,
  )
})

test.each([
  ['MIT', true],
  ['GPL-3.0-only', false],
  ['(MIT OR GPL-3.0-only)', true],
  ['MIT AND GPL-3.0-only', false],
  ['Apache-2.0 AND MIT', true],
  ['(MIT OR GPL-2.0-only) AND GPL-3.0-only', false],
  ['UNLICENSED', false],
  ['SEE LICENSE IN LICENSE', false],
])('the licence %s is allowed: %s', (licence, allowed) => {
  expect(isAllowed(licence)).toBe(allowed)
})
