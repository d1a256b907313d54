import { defineInput } from '../frame/input.ts'

/** Module that gives advice, and how it is marked as one. */
export interface AdvisoryModule {
  readonly path: string
  readonly kind: 'RAG' | 'NLP' | 'LLM' | 'ML_CLASSIFIER'
  readonly because: string
}

/** Import graph of the shipped code. */
export interface CodeGraphTruth {
  readonly digest: string
  readonly nodes: number
  readonly edges: number
  /** Digest of the files that were read for it. */
  readonly buildDigest: string
  /** Modules that no advice may reach, each group with its number of modules. */
  readonly forbidden: readonly { readonly name: string; readonly modules: number }[]
  readonly advisory: readonly AdvisoryModule[]
  /** From advice to what it may not reach. */
  readonly paths: readonly { readonly from: string; readonly to: string; readonly path: readonly string[] }[]
  /** Modules of the decision path that import advice. */
  readonly influenced: readonly string[]
  /** Modules that name the port by which orders leave, and of these those that are not meant to. */
  readonly portHolders: readonly string[]
  readonly strangeHolders: readonly string[]
  /** Imports whose target is worked out at run time, which no reading of the code can follow. */
  readonly computedImports: readonly string[]
  /** Strategies from user files: each runs in its own thread, within the decision path. */
  readonly userStrategies: readonly { readonly strategyId: string; readonly version: number; readonly digest: string }[]
}

export const codeGraph = defineInput<CodeGraphTruth>({
  kind: 'ATTESTATION',
  source: 'host.code',
  what: 'The import graph of the code that runs',
  producedBy: 'host',
  maxAgeMs: ({ monitor }) => monitor.maxFullVerificationAgeMs,
})
