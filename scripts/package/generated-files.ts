/** Generated files of the npm package: manifest, shrinkwrap and third-party notices. */

import { readFileSync } from 'node:fs'
import { findWithDependencies, type Lockfile } from './locked-packages.ts'
import { notices, readLicenceFiles, type ShippedSources } from './notices.ts'

interface Manifest {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly license: string
  readonly type: string
  readonly engines: Readonly<Record<string, string>>
  readonly exports: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly bin: Readonly<Record<string, string>>
  readonly files: readonly string[]
  readonly dependencies: Readonly<Record<string, string>>
  readonly optionalDependencies: Readonly<Record<string, string>>
}

type PackedManifest = Omit<Manifest, 'dependencies'>

/** Files of the published package that replace or supplement those of the repository. */
export const GENERATED = ['package.json', 'npm-shrinkwrap.json', 'THIRD_PARTY_NOTICES.txt'] as const

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'))

/** Reads the manifests and the lockfile of the project in the working directory. */
export const readSources = (): ShippedSources & { readonly manifest: Manifest } => ({
  manifest: readJson('package.json'),
  console: readJson('console/package.json'),
  client: readJson('client/package.json'),
  lockfile: readJson('package-lock.json'),
})

/** Returns the content of each generated file, from the project in the working directory. */
export const generateFiles = (): Readonly<Record<(typeof GENERATED)[number], string>> => {
  const sources = readSources()
  const packed = packedManifest(sources.manifest)
  return {
    'package.json': toText(packed),
    'npm-shrinkwrap.json': toText(shrinkwrap(packed, sources.lockfile)),
    'THIRD_PARTY_NOTICES.txt': notices({ ...sources, readLicences: readLicenceFiles }),
  }
}

const toText = (content: unknown): string => `${JSON.stringify(content, null, 2)}\n`

/** Returns the manifest of the package. Libraries are bundled, so that only optional dependencies are installed. */
const packedManifest = (manifest: Manifest): PackedManifest => {
  const { name, version, description, license, type, engines, exports, bin, files, optionalDependencies } = manifest
  const ofBundle = Object.entries(exports).map(
    ([path, { 'plimsoll-source': _, ...targets }]) => [path, targets] as const,
  )
  return {
    name,
    version,
    description,
    license,
    type,
    engines,
    exports: Object.fromEntries(ofBundle),
    bin,
    files,
    optionalDependencies,
  }
}

const shrinkwrap = (packed: PackedManifest, lockfile: Lockfile) => {
  const { name, version, license, bin, engines, optionalDependencies } = packed
  const locked = findWithDependencies(lockfile, Object.keys(optionalDependencies))
  return {
    name,
    version,
    lockfileVersion: 3,
    requires: true,
    packages: {
      '': { name, version, license, bin, engines, optionalDependencies },
      ...Object.fromEntries(locked.map((path) => [path, lockfile.packages[path]])),
    },
  }
}
