import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import * as http from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BUNDLE_DIRECTORY, BUNDLE_STAMP } from '../bin/bundle.js'
import { digestFold } from './fold-digest.js'

/** Returns undefined if the bundler is not installed, as after `npm ci --omit=dev`. */
const loadBundler = async () => {
  try {
    return await import('rolldown')
  } catch {
    return undefined
  }
}

const module = (path) => fileURLToPath(new URL(path, import.meta.url))

/** Library of exchanges the server does not support; it is not installed. */
const EXTERNAL = [/^protobufjs/]

/** Swagger UI files served by the API reference. */
const SWAGGER_FILES = ['swagger-ui-bundle.js', 'swagger-ui.css', 'index.css']

const copySwaggerFiles = () => {
  const folder = new URL('./static/', import.meta.resolve('@fastify/swagger-ui'))
  mkdirSync(join(BUNDLE_DIRECTORY, 'swagger-ui'))
  for (const name of SWAGGER_FILES) cpSync(new URL(name, folder), join(BUNDLE_DIRECTORY, 'swagger-ui', name))
}

/**
 * The exchange library contains more than a hundred exchanges, which are loaded together. The bundle contains only the
 * supported ones.
 */
const ccxtWithExchanges = (ids) => ({
  name: 'ccxt-with-exchanges',
  resolveId: (source) => (source === 'ccxt' ? '\0ccxt' : undefined),
  load(id) {
    if (id !== '\0ccxt') return undefined
    const folder = new URL('./src/pro/', import.meta.resolve('ccxt'))
    const imports = ids.map((id) => `import ${id} from ${JSON.stringify(fileURLToPath(new URL(`${id}.js`, folder)))}`)
    return `${imports.join('\n')}\nexport default { pro: { ${ids.join(', ')} } }`
  },
})

/**
 * Importing `node:http` reads all of its members, two of which load Node's WebSocket and `fetch`: 50 ms of a start that
 * never uses them. The bundle imports only the other members.
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

/** Modules of the commands that serve, which are loaded on demand. */
const SERVERS = ['./app/platform.ts', './app/log.ts', './app/scaled-engine.ts', './app/gateway.ts']

/** Threads and processes of the server. */
const THREADS = {
  thread: './adapters/strategies/thread.ts',
  'writer-thread': './adapters/store/writer/writer-thread.ts',
  'upkeep-thread': './adapters/store/upkeep/upkeep-thread.ts',
  'history-thread': './adapters/exchanges/simulated/history-thread.ts',
  'reference-thread': './http/openapi/reference-thread.ts',
  'statement-thread': './adapters/store/postgres/statement-thread.ts',
  'trial-worker': './app/research/trial-worker.ts',
  'job-process': './app/research/job-process.ts',
}

/** Returns the modules of each program: the command line, the server, what both load on demand, and threads. */
const findPrograms = (graph) => {
  const reach = (ids) => {
    const reached = new Set()
    for (const waiting = [...ids]; waiting.length > 0; ) {
      const id = waiting.pop()
      if (reached.has(id)) continue
      reached.add(id)
      waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []))
    }
    return reached
  }
  const program = (...paths) => reach(paths.map(module))
  const cli = program('./main.ts')
  const server = program('./app/platform.ts', './app/log.ts')
  const servers = SERVERS.map(module)
  const onDemand = [...cli, ...server].flatMap((id) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? [])
  return {
    cli,
    server,
    extras: reach(onDemand.filter((id) => !servers.includes(id))),
    writer: program(THREADS['writer-thread']),
    upkeep: program(THREADS['upkeep-thread'], THREADS['statement-thread']),
    history: program(THREADS['history-thread']),
    reference: program(THREADS['reference-thread']),
    research: program(THREADS.thread, THREADS['trial-worker'], THREADS['job-process']),
  }
}

/**
 * Assigns the modules that a start loads to few chunks, because the loading of a file takes longer than its code: those
 * that the same programs load share one.
 */
const createChunkNames = () => {
  let programs
  return (id, graph) => {
    programs ??= findPrograms(graph)
    if (!programs.cli.has(id) && !programs.server.has(id)) return null
    return Object.keys(programs)
      .filter((name) => programs[name].has(id))
      .join('-')
  }
}

/** Declares the types of `plimsoll/strategy` for strategy files outside the repository. */
const declareTypes = () => {
  const compiler = module('../node_modules/typescript-native/bin/tsc')
  const { status } = spawnSync(process.execPath, [compiler, '-p', module('./tsconfig.types.json')], {
    stdio: 'inherit',
  })
  if (status !== 0) process.exitCode = 1
}

/*
 * Bundles the server and its libraries into `dist`: loading 1,400 modules takes a third of the startup time.
 * `bin/plimsoll.js` runs the bundle unless a source is newer, and the sources if there is no bundle.
 */
const bundler = await loadBundler()
if (bundler) {
  rmSync(BUNDLE_DIRECTORY, { recursive: true, force: true })
  const { EXCHANGE_IDS } = await import('./domain/market/exchanges.ts')
  const bundle = await bundler.rolldown({
    platform: 'node',
    preserveEntrySignatures: 'allow-extension',
    external: EXTERNAL,
    plugins: [httpWithoutClients, ccxtWithExchanges(EXCHANGE_IDS)],
    input: {
      main: module('./main.ts'),
      ...Object.fromEntries(Object.entries(THREADS).map(([name, path]) => [name, module(path)])),
      'strategy-kit': module('./adapters/strategies/strategy-kit.ts'),
    },
    logLevel: 'warn',
  })
  await bundle.write({
    dir: BUNDLE_DIRECTORY,
    format: 'esm',
    keepNames: true,
    chunkFileNames: '[name]-[hash].js',
    codeSplitting: {
      groups: [{ name: createChunkNames(), debugName: 'programs', includeDependenciesRecursively: false }],
    },
  })
  await bundle.close()
  copySwaggerFiles()
  declareTypes()
  const { FOLD_STAMP, readCodeGraph, storeCodeGraph } = await import('./evidence/host/build.ts')
  writeFileSync(join(BUNDLE_DIRECTORY, FOLD_STAMP), await digestFold(bundler, module('.')))
  const codeGraph = await readCodeGraph(module('..'))
  storeCodeGraph(BUNDLE_DIRECTORY, codeGraph)
  writeFileSync(join(BUNDLE_DIRECTORY, BUNDLE_STAMP), codeGraph.buildDigest)
} else {
  process.stderr.write('The server is not bundled and starts from its sources: rolldown is not installed.\n')
}
