import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { GENERATED, generateFiles } from './package/generated-files.ts'

/**
 * Prepares the folder for `npm pack`: builds everything a package contains and writes the package's own manifest;
 * `restore` undoes it.
 */

const BUILDS = ['client/build.js', 'console/build.js', 'server/build.js', 'docs/site/build.js']
const MANIFEST = 'package.json'

/** Backup of the repository's manifest while the package's manifest replaces it. */
const ORIGINAL = 'node_modules/.cache/package.json'

const restore = (): void => {
  if (!existsSync(ORIGINAL)) return
  for (const file of GENERATED) if (file !== MANIFEST) rmSync(file, { force: true })
  renameSync(ORIGINAL, MANIFEST)
}

/** npm packs the modes of files, which otherwise depend on the umask of whoever cloned and built. */
const normaliseModes = (files: readonly string[]): void => {
  const patterns = ['README.md', 'LICENSE', ...files.flatMap((path) => [path, `${path}/**`])]
  for (const path of globSync(patterns)) {
    const stats = statSync(path)
    if (stats.isFile()) chmodSync(path, stats.mode & 0o100 ? 0o755 : 0o644)
  }
}

/** Builds everything a package contains, and writes its generated files until npm has packed them. */
const prepare = (): void => {
  for (const build of BUILDS) {
    const { status } = spawnSync(process.execPath, [build], { stdio: ['ignore', 2, 2] })
    if (status !== 0) throw new Error(`${build} failed.`)
  }
  const generated = generateFiles()
  mkdirSync(dirname(ORIGINAL), { recursive: true })
  copyFileSync(MANIFEST, ORIGINAL)
  for (const file of GENERATED) writeFileSync(file, generated[file])
  normaliseModes([...JSON.parse(generated[MANIFEST]).files, MANIFEST])
}

restore()
if (process.argv[2] === 'prepare') prepare()
