/** Lookup of packages in a lockfile with their transitive dependencies. */

/** Package entry of a lockfile (version 3), with its dependencies. */
interface LockedPackage {
  readonly version?: string
  readonly license?: string
  readonly link?: boolean
  readonly os?: readonly string[]
  readonly optional?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

export interface Lockfile {
  readonly packages: Readonly<Record<string, LockedPackage>>
}

const FOLDER = 'node_modules/'

export const packageName = (path: string): string => path.slice(path.lastIndexOf(FOLDER) + FOLDER.length)

/** Returns the sorted paths of these packages and their dependencies. Throws when a required one is missing. */
export const findWithDependencies = ({ packages }: Lockfile, names: readonly string[]): string[] => {
  const paths = new Set<string>()
  const add = (from: string, name: string, isRequired = true): void => {
    const path = locate(packages, from, name)
    if (path === undefined && isRequired) {
      throw new Error(`package-lock.json has no ${name}, which ${from || 'the project'} needs.`)
    }
    if (path === undefined || paths.has(path)) return
    paths.add(path)
    for (const [each, isNeeded] of listDependencies(packages[path] ?? {})) add(path, each, isNeeded)
  }
  for (const name of names) add('', name)
  return [...paths].toSorted()
}

/** Returns the dependencies of a package, each with whether it is required. */
const listDependencies = (entry: LockedPackage): [name: string, isRequired: boolean][] => {
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = entry
  const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true)
  const required = [...Object.keys(dependencies), ...peers].map((name) => [name, true] as const)
  const optional = Object.keys(optionalDependencies).map((name) => [name, false] as const)
  return [...new Map<string, boolean>([...required, ...optional])]
}

/** Returns the path of the package that Node loads for a name: the nearest one in a parent folder of the importer. */
const locate = (packages: Lockfile['packages'], from: string, name: string): string | undefined => {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf(`/${FOLDER}`)))) {
    const path = `${folder && `${folder}/`}${FOLDER}${name}`
    if (packages[path]) return path
    if (folder === '') return undefined
  }
}
