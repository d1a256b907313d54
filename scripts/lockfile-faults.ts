/** Checks packages of the lockfile: integrity digest, licence, and install scripts. */

/** A package entry of a lockfile (version 3), limited to the checked fields. */
export interface LockedPackage {
  readonly link?: boolean
  readonly integrity?: string
  readonly license?: string
  readonly hasInstallScript?: boolean
}

export interface Lockfile {
  readonly packages: Readonly<Record<string, LockedPackage>>
}

/** Licences under which a package may be used, in SPDX terms. MPL-2.0 applies only to changes of the licensed files. */
const LICENCES = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'Zlib',
])

const FOLDER = 'node_modules/'

/**
 * Returns the faults of the installed packages, one sentence each: no digest, a licence not on the list, an install
 * script not denied.
 */
export const lockfileFaults = ({ packages }: Lockfile, allowScripts: Readonly<Record<string, boolean>>): string[] =>
  Object.entries(packages).flatMap(([path, entry]) => {
    if (!path.startsWith(FOLDER) || entry.link) return []
    const name = path.slice(path.lastIndexOf(FOLDER) + FOLDER.length)
    return [
      ...(entry.integrity ? [] : [`${name} has no integrity digest.`]),
      ...(isAllowed(entry.license)
        ? []
        : [`${name} has the licence ${entry.license ?? '(none)'}, which is not on the list.`]),
      ...(entry.hasInstallScript && allowScripts[name] !== false
        ? [`${name} has an install script; deny it with 'npm install-scripts deny ${name}'.`]
        : []),
    ]
  })

/** Returns whether a licence expression is allowed: all terms of an AND, one of an OR; nested expressions are not. */
const isAllowed = (expression = ''): boolean => {
  const terms = expression.replace(/^\((.*)\)$/, '$1')
  if (terms.includes(' OR ')) return terms.split(' OR ').some((term) => LICENCES.has(term))
  return terms.split(' AND ').every((term) => LICENCES.has(term))
}
