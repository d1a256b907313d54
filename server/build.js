import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BUNDLE_DIRECTORY, BUNDLE_STAMP } from '../bin/bundle.js'

/** Returns undefined where the bundler is not installed, as after `npm ci --omit=dev`. */
const loadBundler = async () => {
  try {
    return await import('rolldown')
  } catch {
    return undefined
  }
}

const module = (path) => fileURLToPath(new URL(path, import.meta.url))

/** Libraries that read files of their own, and one that is larger than all others together. */
const EXTERNAL = [/^ccxt/, /^@fastify\/swagger-ui/]

/*
 * Bundles the server and its libraries into `dist`: loading 1,400 modules takes a third of the start. `bin/plimsoll.js` runs
 * the bundle as long as no source is newer, and the sources where there is none.
 */
const bundler = await loadBundler()
if (bundler) {
  rmSync(BUNDLE_DIRECTORY, { recursive: true, force: true })
  const bundle = await bundler.rolldown({
    platform: 'node',
    external: EXTERNAL,
    input: {
      main: module('./main.ts'),
      thread: module('./adapters/strategies/thread.ts'),
      'writer-thread': module('./adapters/store/writer/writer-thread.ts'),
      'strategy-kit': module('./adapters/strategies/strategy-kit.ts'),
    },
    logLevel: 'warn',
  })
  await bundle.write({ dir: BUNDLE_DIRECTORY, format: 'esm', chunkFileNames: '[name]-[hash].js' })
  await bundle.close()
  writeFileSync(join(BUNDLE_DIRECTORY, BUNDLE_STAMP), '')
} else {
  process.stderr.write('The server is not bundled and starts from its sources: rolldown is not installed.\n')
}
