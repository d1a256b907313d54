/** Files that name the version of the project, and their content for a release. */

/** Every file that names the version. */
export const VERSION_FILES = [
  'package.json',
  'client/package.json',
  'console/package.json',
  'package-lock.json',
  'CHANGELOG.md',
  'README.md',
  'compose.yaml',
  'compose.scaled.yaml',
  'docs/guide/install.md',
  'docs/guide/strategies.md',
] as const

type Path = (typeof VERSION_FILES)[number]
export type VersionTexts = Readonly<Record<Path, string>>

/** A release: its version, that of the release before, and its day as YYYY-MM-DD. */
interface Step {
  readonly from: string
  readonly to: string
  readonly day: string
}

/**
 * Returns the content of the files for a release: its version in the manifests, the lockfile, the image tags and the
 * documentation, and its name above the unreleased changes. Versions of other packages stay.
 */
export const setVersion = (texts: VersionTexts, step: Step): VersionTexts =>
  Object.fromEntries(VERSION_FILES.map((path) => [path, setIn(path, texts[path], step)])) as Record<Path, string>

const setIn = (path: Path, text: string, step: Step): string => {
  if (path === 'CHANGELOG.md') return text.replace(/^## Unreleased$/m, `## ${step.to} · ${step.day}`)
  if (path === 'package-lock.json') return setInLockfile(text, step)
  return path.endsWith('package.json') ? setInManifest(text, step) : setInText(text, step)
}

const setInManifest = (text: string, { from, to }: Step): string =>
  text
    .replace(`"version": "${from}"`, `"version": "${to}"`)
    .replace(`"@plimsoll/client": "${from}"`, `"@plimsoll/client": "${to}"`)

/** Paths of the project's own packages in the lockfile. */
const OWN = ['', 'client', 'console'] as const

const setInLockfile = (text: string, { to }: Step): string => {
  const lockfile = JSON.parse(text)
  lockfile.version = to
  for (const path of OWN) lockfile.packages[path].version = to
  lockfile.packages.console.devDependencies['@plimsoll/client'] = to
  return `${JSON.stringify(lockfile, null, 2)}\n`
}

const setInText = (text: string, { from, to }: Step): string =>
  ['plimsoll-', 'plimsoll:', 'Plimsoll ', 'version '].reduce(
    (changed, name) => changed.replaceAll(`${name}${from}`, `${name}${to}`),
    text,
  )
