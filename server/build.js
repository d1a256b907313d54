import { rmSync, writeFileSync } from 'node:fs'
import * as http from 'node:http'
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

/**
 * Importing `node:http` reads all of its members, and two of them load the WebSocket and `fetch` of Node, 50 ms of a start
 * that never uses them. The bundle imports the other members alone.
 */
const httpWithoutClients = {
  name: 'http-without-clients',
  resolveId: (source) => (source === 'node:http' ? '\0http' : undefined),
  load(id) {
    if (id !== '\0http') return undefined
    const names = Object.keys(http).filter((name) => !HTTP_CLIENTS.has(name))
    return `const http = process.getBuiltinModule('node:http')\nexport default http\nexport const { ${names.join(', ')} } = http`
  },
}

const HTTP_CLIENTS = new Set(['default', 'module.exports', 'WebSocket', 'CloseEvent', 'MessageEvent'])

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
    plugins: [httpWithoutClients],
    input: {
      main: module('./main.ts'),
      thread: module('./adapters/strategies/thread.ts'),
      'writer-thread': module('./adapters/store/writer/writer-thread.ts'),
      'upkeep-thread': module('./adapters/store/upkeep/upkeep-thread.ts'),
      'strategy-kit': module('./adapters/strategies/strategy-kit.ts'),
    },
    logLevel: 'warn',
  })
  await bundle.write({ dir: BUNDLE_DIRECTORY, format: 'esm', chunkFileNames: '[name]-[hash].js' })
  await bundle.close()
  const { computeBuildDigest } = await import('./evidence/host/build.ts')
  writeFileSync(join(BUNDLE_DIRECTORY, BUNDLE_STAMP), computeBuildDigest(module('..')))
} else {
  process.stderr.write('The server is not bundled and starts from its sources: rolldown is not installed.\n')
}
