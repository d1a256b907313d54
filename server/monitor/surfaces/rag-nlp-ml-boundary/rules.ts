/** Rules of the surface `rag-nlp-ml-boundary-truth`: whether advisory or learnt models can reach an order. */

import type { Static } from 'typebox'
import { ragNlpMlBoundaryTruth as contract } from '../../../../contract/monitor/rag-nlp-ml-boundary-truth.ts'
import { computeDigest } from '../../../core/digest.ts'
import type { TruthInputs } from '../../frame/inputs.ts'
import { type Available, type Cause, defineSurface, type Frame, type MissingItem } from '../../frame/surface.ts'
import type { CodeGraphTruth } from '../../inputs/security.ts'

/** Returns the known advisory modules and learnt statistics, and the code graph that proves what they can reach. */
const boundaryData = ({ codeGraph, calibrations }: Available<'codeGraph' | 'calibrations'>): Data => ({
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

type Data = Static<typeof contract.data>
type Module = Data['modules'][number]

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

/** Lists one module for each strategy definition, over all its bars and regimes. */
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

/** Proof, on the import graph of the running code, that no advisory module can reach an order. */
export const ragNlpMlBoundaryTruth = defineSurface({
  contract,
  needs: ['codeGraph'],
  optional: ['calibrations'],
  fault({ codeGraph }) {
    const reasons = codeGraph ? breachesIn(codeGraph) : []
    const [first] = reasons
    return first ? { verdict: 'BOUNDARY_BREACHED', summary: first.message, reasons } : null
  },
  judge({ codeGraph }, frame) {
    const [unproven, ...more] = missingIn(codeGraph, frame)
    if (unproven) return { missing: [unproven, ...more] }
    if (codeGraph.advisory.length > 0) return { missing: [NON_INTERFERENCE] }
    const { nodes, edges, userStrategies, forbidden } = codeGraph
    const users =
      userStrategies.length === 0 ? '' : ` ${userStrategies.length} custom strategies are in the decision path.`
    return {
      verdict: 'NO_ADVISORY_MODULES_PRESENT',
      summary: `This build contains no retrieval, language or machine-learning module: none of the ${nodes} modules (${edges} imports) is one, and none reaches the ${forbidden.length} forbidden targets.${users}`,
      reasons: userStrategies.length === 0 ? [] : [userCode(userStrategies.length)],
      missing: [NON_INTERFERENCE, DENIED_ATTEMPTS],
    }
  },
  data: boundaryData,
})

const breachesIn = ({ paths, influenced, strangeHolders }: CodeGraphTruth): Cause[] => [
  ...paths.map(({ from, to }) => breach('PATH_TO_AUTHORITY', `${from} gives advice and can reach ${to}.`)),
  ...influenced.map((path) => breach('ADVICE_IN_DECISION', `${path} decides, and imports advice.`)),
  ...strangeHolders.map((path) => breach('STRANGE_HOLDER', `${path} has access to the port that sends orders.`)),
]

const breach = (code: string, message: string): Cause => ({ code, message, of: ['codeGraph'] })

const userCode = (count: number): Cause => ({
  code: 'USER_STRATEGIES',
  message: `${count} strategies come from user files: their dependencies are not analysed; they can only emit signals.`,
  severity: 'INFO',
  value: count,
  unit: 'strategies',
  of: ['codeGraph'],
})

/** Loader of user strategies, the only module that may import computed paths. */
const PLUG_IN_LOADER = 'server/adapters/strategies/load-definition.ts'

/** Lists missing evidence: a proof over nothing, over different code, or over unreadable code is void. */
const missingIn = ({ buildDigest, forbidden, computedImports }: CodeGraphTruth, { hashes }: Frame): MissingItem[] => {
  const empty = forbidden.filter(({ modules }) => modules === 0)
  const unread = computedImports.filter((path) => path !== PLUG_IN_LOADER)
  return [
    ...(buildDigest === hashes.build
      ? []
      : [
          missingItem(
            'GRAPH_OF_THIS_BUILD',
            'An import graph of the code that runs',
            'of other code',
            'of the code that runs',
          ),
        ]),
    ...empty.map(({ name }) => missingItem('FORBIDDEN_TARGET', `Modules that are the ${name}`, 0, 1)),
    ...unread.map((path) =>
      missingItem('COMPUTED_IMPORT', `What ${path} imports`, 'computed at run time', 'statically readable'),
    ),
  ]
}

const missingItem = (
  code: string,
  description: string,
  have: MissingItem['have'],
  need: MissingItem['need'],
): MissingItem => ({
  code,
  description,
  have,
  need,
  producedBy: 'host',
  earliestAtMs: null,
})

const NON_INTERFERENCE: MissingItem = {
  code: 'NON_INTERFERENCE',
  description: 'Non-interference run for this build digest not found',
  have: null,
  need: 1,
  producedBy: 'CI job `noninterference`',
  remedy: 'No action required while this build contains no such module.',
  earliestAtMs: null,
}

const DENIED_ATTEMPTS: MissingItem = {
  code: 'DENIED_ATTEMPTS',
  description: 'Attempts by advice modules to reach the exchange; this build contains no such module',
  have: null,
  need: 'a count of 24 h',
  producedBy: 'not recorded',
  earliestAtMs: null,
}
