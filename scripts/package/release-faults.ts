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
    : [`CHANGELOG.md has no entry for ${version}; rename '## Unreleased' to '## ${version} · YYYY-MM-DD'.`]),
  ...(recorded.includes(version)
    ? []
    : [
        `test/releases has no data directory of ${version}, with which later versions test upgrades: npm run record:release`,
      ]),
]

/** Returns whether a changelog has a heading for a version, with text below it. */
const hasEntry = (changelog: string, version: string): boolean =>
  changelog
    .split(/^## /m)
    .some((section) => section.split(/\s/, 1)[0] === version && section.split('\n').slice(1).join('').trim() !== '')
