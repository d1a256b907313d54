/** Bills of materials of a release in CycloneDX and SPDX format, reduced from npm's output to the shipped packages. */

import { createHash } from 'node:crypto'

export interface CycloneDx {
  serialNumber: string
  readonly metadata: { timestamp: string; readonly component: { name: string; readonly 'bom-ref': string } }
  components: readonly { readonly 'bom-ref': string }[]
  dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
}

export interface Spdx {
  name: string
  documentNamespace: string
  readonly creationInfo: { created: string }
  packages: readonly { readonly name: string; readonly versionInfo: string; readonly SPDXID: string }[]
  relationships: readonly { readonly spdxElementId: string; readonly relatedSpdxElement: string }[]
}

/** Release that a bill of materials describes. `shipped` lists packages as `name@version`. */
export interface Release {
  readonly name: string
  readonly version: string
  readonly builtAt: string
  readonly shipped: ReadonlySet<string>
  /** SHA-256 of the package. */
  readonly digest: string
}

/** Returns a UUID derived from the package, so that repeated builds have the same bill of materials. */
const toUuid = ({ digest }: Release): string => {
  const hex = createHash('sha256').update(digest).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `5${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}

/** Reduces npm's list of all installed packages to those that the release contains or installs. */
export const limitCycloneDx = (bill: CycloneDx, release: Release): CycloneDx => {
  const isOurs = (ref: string): boolean => release.shipped.has(ref) || ref === bill.metadata.component['bom-ref']
  bill.serialNumber = `urn:uuid:${toUuid(release)}`
  bill.metadata.timestamp = release.builtAt
  bill.metadata.component.name = release.name
  bill.components = bill.components.filter((component) => isOurs(component['bom-ref']))
  bill.dependencies = bill.dependencies
    .filter(({ ref }) => isOurs(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isOurs) }))
  return bill
}

export const limitSpdx = (bill: Spdx, release: Release): Spdx => {
  const { name, version, shipped, builtAt } = release
  bill.documentNamespace = `http://spdx.org/spdxdocs/${name}-${version}-${toUuid(release)}`
  bill.creationInfo.created = builtAt
  bill.packages = bill.packages.filter(
    (each) => shipped.has(`${each.name}@${each.versionInfo}`) || (each.name === name && each.versionInfo === version),
  )
  const ids = new Set(['SPDXRef-DOCUMENT', ...bill.packages.map(({ SPDXID }) => SPDXID)])
  bill.relationships = bill.relationships.filter(
    ({ spdxElementId, relatedSpdxElement }) => ids.has(spdxElementId) && ids.has(relatedSpdxElement),
  )
  return bill
}
