import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { ROOT } from '../support/markdown.mjs'

/** A bill of materials, as far as the tests read it. */
export interface Bom {
  readonly metadata: { readonly component: Component }
  readonly components: readonly Component[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
}

export interface Component {
  readonly 'bom-ref': string
  readonly group?: string
  readonly name: string
  readonly version: string
  readonly licenses: readonly { readonly license?: { readonly id: string } }[]
  readonly hashes?: readonly { readonly content: string }[]
  readonly properties?: readonly { readonly value: string }[]
}

/** Returns what OWASP's schema of CycloneDX 1.6 objects to; nothing if the document is valid. */
export function faultsOfBom(bom: unknown): string[] {
  const ajv = new Ajv({ strict: false, allErrors: true })
  addFormats.default(ajv)
  // Formats of the schema that ajv-formats does not have; no field that is written here has them.
  for (const name of ['iri-reference', 'idn-email']) ajv.addFormat(name, true)
  for (const name of ['spdx', 'jsf-0.82']) ajv.addSchema(schemaOf(name), fileOf(name))
  const validate = ajv.compile(schemaOf('bom-1.6'))
  return validate(bom) ? [] : (validate.errors ?? []).map((it) => `${it.instancePath} ${it.message}`)
}

/** By this name the schemas refer to each other. */
const fileOf = (name: string) => `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`

function schemaOf(name: string): object {
  const folder = `${ROOT}test/node_modules/@cyclonedx/cyclonedx-library/res/schema`
  return JSON.parse(readFileSync(`${folder}/${name}.SNAPSHOT.schema.json`, 'utf8'))
}

/** Returns `name@version` of a component. */
export function specOf({ group, name, version }: Component): string {
  return `${group ? `${group}/` : ''}${name}@${version}`
}

/** Returns the names of the components that come in a way, sorted. */
export function namesOf({ components }: Bom, how: 'bundled' | 'installed'): string[] {
  const those = components.filter((it) => it.properties?.some(({ value }) => value === how))
  return [...new Set(those.map((it) => specOf(it).replace(/@[^@]+$/, '')))].sort()
}
