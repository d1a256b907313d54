/** Checks of a release: clean working tree, changelog entry, and a recorded data directory. */

/** State of the repository before a release. */
export interface Repository {
  readonly version: string
  /** Output of `git status --porcelain`. */
  readonly changes: string
  readonly changelog: string
  /** Versions with a recorded data directory. */
  readonly recorded: readonly string[]
}

/** Returns the reasons not to release a version, one sentence each. */
export const releaseFaults = ({ version, changes, changelog, recorded }: Repository): string[] => [
  ...(changes.trim() === ''
    ? []
    : [`The working tree has changes; commit or remove them first:\n${changes.trimEnd()}`]),
  ...(hasEntry(changelog, version)
    ? []
    : [`CHANGELOG.md has no entry for ${version}; npm run release -- ${version} names it.`]),
  ...(recorded.includes(version)
    ? []
    : [
        `test/releases has no data directory of ${version}, with which later versions test upgrades: npm run record:release`,
      ]),
]

/** Returns the reasons not to commit a new version, one sentence each. */
export const versionFaults = (to: string, { version, changes, changelog }: Repository): string[] => [
  ...(/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(to) ? [] : [`'${to}' is not a version such as 1.2.0 or 1.2.0-rc.1.`]),
  ...(to.localeCompare(version, 'en', { numeric: true }) < 0
    ? [`${to} is older than the present version, ${version}.`]
    : []),
  ...(changes.trim() === ''
    ? []
    : [`The working tree has changes; commit or remove them first:\n${changes.trimEnd()}`]),
  ...(hasEntry(changelog, 'Unreleased') ? [] : ["CHANGELOG.md has no changes below '## Unreleased'."]),
]

/** Returns whether a changelog has a heading for a version, with text below it. */
const hasEntry = (changelog: string, version: string): boolean =>
  changelog
    .split(/^## /m)
    .some((section) => section.split(/\s/, 1)[0] === version && section.split('\n').slice(1).join('').trim() !== '')
