import type { Static } from 'typebox'
import type { ragNlpMlBoundaryTruth } from '../../../../contract/monitor/rag-nlp-ml-boundary-truth.ts'
import { computeDigest } from '../../../core/digest.ts'
import type { TruthInputs } from '../../frame/inputs.ts'
import type { Available } from '../../frame/surface.ts'
import type { CodeGraphTruth } from '../../inputs/security.ts'

type Data = Static<typeof ragNlpMlBoundaryTruth.data>
type Module = Data['modules'][number]

/** Returns the known advice and learnt statistics, and the code graph that proves where they lead. */
export const boundaryData = ({ codeGraph, calibrations }: Available<'codeGraph' | 'calibrations'>): Data => ({
  modules: [...(codeGraph ? listAdvisory(codeGraph) : []), ...listCalibrators(calibrations ?? [])],
  importGraph: codeGraph ? graphBody(codeGraph) : null,
  capability: { executionPortHolders: [...(codeGraph?.portHolders ?? [])], deniedAttempts24h: null },
  nonInterference: null,
  decisionInfluence: {
    featuresFromAdvisory: codeGraph?.influenced.length ?? null,
    sizingFromAdvisory: codeGraph ? codeGraph.influenced.length > 0 : null,
    userStrategies: [...(codeGraph?.userStrategies ?? [])],
  },
})

const KINDS = ['RAG', 'NLP', 'LLM', 'ML_CLASSIFIER'] as const

/** Lists the modules of each kind of advice. */
const listAdvisory = ({ advisory }: CodeGraphTruth): Module[] =>
  KINDS.flatMap((kind) => {
    const modules = advisory.filter((module) => module.kind === kind)
    return modules.length === 0 ? [absent(kind)] : modules.map(({ path }) => present(kind, path))
  })

const absent = (kind: Module['kind']): Module => ({
  id: kind.toLowerCase().replaceAll('_', '-'),
  kind,
  present: false,
  enabled: false,
  version: null,
  artifactDigest: null,
  insideDecisionPath: false,
  allowedSinks: [],
  calls24h: 0,
  failures24h: 0,
  authority: 'NONE',
  capabilityTokens: [],
  lastCallAt: null,
  egressHosts: [],
})

const present = (kind: Module['kind'], path: string): Module => ({
  ...absent(kind),
  id: path,
  present: true,
  enabled: true,
  allowedSinks: ['ADVISORY_NOTE', 'DIGEST_TEXT', 'CONSOLE_TEXT'],
  calls24h: null,
  failures24h: null,
})

/** One for each strategy as it is defined, over all its bars and regimes. */
const listCalibrators = (calibrations: TruthInputs['calibrations']): Module[] => {
  const made = calibrations.filter(({ calibratedAt }) => calibratedAt !== null)
  return [...Map.groupBy(made, ({ strategyId, definitionDigest }) => `${strategyId} ${definitionDigest}`).values()].map(
    describeCalibrator,
  )
}

const describeCalibrator = (maps: TruthInputs['calibrations']): Module => ({
  ...present('CALIBRATOR', `calibration of ${maps[0]?.strategyId ?? ''}`),
  version: maps[0]?.definitionDigest.slice(0, 12) ?? null,
  artifactDigest: computeDigest(maps),
  insideDecisionPath: true,
  allowedSinks: [],
  lastCallAt: newest(maps),
})

const newest = (maps: TruthInputs['calibrations']): string | null =>
  maps
    .flatMap(({ calibratedAt }) => calibratedAt ?? [])
    .toSorted()
    .at(-1) ?? null

const graphBody = (graph: CodeGraphTruth): NonNullable<Data['importGraph']> => ({
  digest: graph.digest,
  nodes: graph.nodes,
  edges: graph.edges,
  forbiddenTargets: graph.forbidden.map(({ name, modules }) => `${name} (${modules} modules)`),
  paths: graph.paths.map(({ from, to, path }) => ({ from, to, path: [...path] })),
  computedImports: [...graph.computedImports],
  builtFromBuildDigest: graph.buildDigest,
})
