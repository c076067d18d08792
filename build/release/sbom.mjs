/** The property of a component that says how it comes: `bundled`, `installed`, or both. */
const HOW = 'space-data:how'

/**
 * Returns the bill of materials of a packed package, as CycloneDX 1.6: the same for the same package.
 *
 * @param {import('./packages.mjs').PublicPackage} it
 * @param {string} sha512 Of the tarball, in hexadecimal digits.
 * @param {ReturnType<typeof import('./inventory.mjs').inventoryOf>} inventory
 */
export function billOfMaterials({ name, version, description, license, bin }, sha512, { parts, needs }) {
  const own = purlOf(name, version)
  const refOf = new Map(
    parts.map((part) => [`${part.name}@${part.version}`, purlOf(part.name, part.version)]),
  )
  const refsOf = (/** @type {string[]} */ keys) => keys.flatMap((key) => refOf.get(key) ?? []).sort()
  const bundled = parts.filter(({ how }) => how.includes('bundled')).map((it) => `${it.name}@${it.version}`)
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      lifecycles: [{ phase: 'build' }],
      component: {
        type: bin ? 'application' : 'library',
        'bom-ref': own,
        ...nameOf(name),
        version,
        description,
        hashes: [{ alg: 'SHA-512', content: sha512 }],
        licenses: licensesOf(license),
        purl: own,
      },
    },
    components: parts.map((part) => ({
      type: 'library',
      'bom-ref': purlOf(part.name, part.version),
      ...nameOf(part.name),
      version: part.version,
      licenses: licensesOf(part.licence),
      purl: purlOf(part.name, part.version),
      properties: part.how.map((value) => ({ name: HOW, value })),
    })),
    dependencies: [
      { ref: own, dependsOn: refsOf([...new Set([...needs, ...bundled])]) },
      ...parts.map((part) => ({ ref: purlOf(part.name, part.version), dependsOn: refsOf(part.needs) })),
    ],
  }
}

/** @param {string} name */
function nameOf(name) {
  const [, group, rest] = /^(@[^/]+)\/(.+)$/.exec(name) ?? []
  return group === undefined ? { name } : { group, name: rest }
}

/**
 * @param {string} name
 * @param {string} version
 */
function purlOf(name, version) {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`
}

/** @param {string} licence */
function licensesOf(licence) {
  return / (OR|AND|WITH) /.test(licence) ? [{ expression: licence }] : [{ license: { id: licence } }]
}
