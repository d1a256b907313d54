/** Reader of the import paths from advisory code to trading code. */

import { graphDigest, type ImportGraph, neighbours, pathsTo } from '../../core/import-graph.ts'
import { HOUR_MS, SECOND_MS } from '../../core/instant.ts'
import type { EngineState } from '../../engine/state/turn.ts'
import type { AdvisoryModule, CodeGraphTruth } from '../../monitor/inputs/security.ts'
import type { Reader } from '../reader.ts'

/** Reads the import graph of the running code, and every path from advisory code to trading code. */
export const codeGraphReader: Reader<CodeGraphTruth> = {
  at: 'BACKGROUND',
  everyMs: 6 * HOUR_MS,
  firstAfterMs: 4 * SECOND_MS,
  async read({ host, state, now }) {
    const { graph, buildDigest } = await host.codeGraph()
    const value = { ...codeGraphTruth(graph), buildDigest, userStrategies: userStrategiesIn(state) }
    return { value, observedAtMs: now(), sampleSize: value.nodes, digest: value.digest }
  },
}

/** Files and folders that advisory code must not import. */
export const FORBIDDEN: readonly { readonly name: string; readonly places: readonly string[] }[] = [
  { name: 'dispatcher', places: ['server/engine/trading/decide-order.ts', 'server/engine/run/'] },
  { name: 'exchange-port', places: ['server/app/exchange/', 'server/adapters/exchanges/'] },
  {
    name: 'engine-control',
    places: ['server/engine/control/', 'server/engine/desks/control-desk.ts', 'server/engine/desks/host-desk.ts'],
  },
  {
    name: 'config-writer',
    places: ['server/host/', 'server/adapters/keys/', 'server/config/constitution-file.ts'],
  },
]

const isIn = (path: string, places: readonly string[]): boolean =>
  places.some((place) => path === place || (place.endsWith('/') && path.startsWith(place)))

/** Directory of advice modules; a module that uses a model counts as advice anywhere. */
const ADVISORY = /^server\/advisory\//
const MODEL_LIBRARIES: readonly { readonly kind: AdvisoryModule['kind']; readonly pattern: RegExp }[] = [
  {
    kind: 'LLM',
    pattern: /openai|anthropic|mistral|cohere|ollama|llama|gemini|generative-ai|groq|^ai$|langchain|huggingface/,
  },
  { kind: 'RAG', pattern: /pinecone|weaviate|chroma|qdrant|faiss|lancedb|hnswlib|pgvector/ },
  { kind: 'NLP', pattern: /^natural$|compromise|wink-nlp|node-nlp|sentiment|spacy/ },
  {
    kind: 'ML_CLASSIFIER',
    pattern: /tensorflow|onnx|brain\.js|xgboost|lightgbm|catboost|^ml-|synaptic|torch|transformers/,
  },
]

const DECISION_PATH = /^server\/(engine|domain|core)\//
/** Modules that open or simulate the exchange, and modules that send approved orders. */
const MEANT_HOLDERS =
  /^(server\/(adapters\/exchanges\/|app\/(exchange\/|engine-state\.ts$)|engine\/(run\/perform|model\/ports)\.ts$)|venue\/)/
const PORT = 'ExecutionVenue'

/**
 * Returns the findings of the graph: import paths from advisory code, holders of the exchange port, and imports that
 * cannot be followed.
 */
export const codeGraphTruth = (graph: ImportGraph): Omit<CodeGraphTruth, 'buildDigest' | 'userStrategies'> => {
  const paths = [...graph.keys()]
  const advisory = [...graph.values()].flatMap(adviceIn)
  const isAdvice = (path: string): boolean => advisory.some((module) => module.path === path)
  const portHolders = paths.filter((path) => graph.get(path)?.imports.some(({ names }) => names.includes(PORT)))
  return {
    digest: graphDigest(graph),
    nodes: graph.size,
    edges: paths.reduce((sum, path) => sum + neighbours(graph, path).length, 0),
    forbidden: FORBIDDEN.map(({ name, places }) => ({
      name,
      modules: paths.filter((path) => isIn(path, places)).length,
    })),
    advisory,
    paths: advisory.flatMap(({ path }) => forbiddenPaths(graph, path)),
    influenced: paths.filter(
      (path) => DECISION_PATH.test(path) && !isAdvice(path) && neighbours(graph, path).some(isAdvice),
    ),
    portHolders,
    strangeHolders: portHolders.filter((path) => !MEANT_HOLDERS.test(path)),
    computedImports: [...graph.values()].flatMap(({ path, computed }) => (computed ? [path] : [])),
  }
}

const adviceIn = ({
  path,
  imports,
}: {
  path: string
  imports: readonly { target: string; kind: string }[]
}): AdvisoryModule[] => {
  for (const { target, kind } of imports) {
    if (kind !== 'LIBRARY' || target.startsWith('node:')) continue
    const model = MODEL_LIBRARIES.find(({ pattern }) => pattern.test(target))
    if (model) return [{ path, kind: model.kind, because: `imports ${target}` }]
  }
  return ADVISORY.test(path) ? [{ path, kind: 'ML_CLASSIFIER', because: 'is in server/advisory' }] : []
}

const forbiddenPaths = (graph: ImportGraph, from: string): CodeGraphTruth['paths'] =>
  pathsTo(graph, from, (path) => path !== from && FORBIDDEN.some(({ places }) => isIn(path, places))).map((path) => ({
    from,
    to: path.at(-1) ?? from,
    path,
  }))

const userStrategiesIn = ({ rules }: EngineState): CodeGraphTruth['userStrategies'] => {
  const strategies = new Map<string, CodeGraphTruth['userStrategies'][number]>()
  for (const interval of new Set(rules.books.flatMap(({ intervals }) => intervals))) {
    for (const { id, version, sourceDigest } of rules.strategiesFor(interval)) {
      if (sourceDigest !== undefined) strategies.set(id, { strategyId: id, version, digest: sourceDigest })
    }
  }
  return [...strategies.values()]
}
