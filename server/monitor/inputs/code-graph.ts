import { defineInput } from '../frame/input.ts'

/** A module that gives advice, and how it was told to be one. */
export interface AdvisoryModule {
  readonly path: string
  readonly kind: 'RAG' | 'NLP' | 'LLM' | 'ML_CLASSIFIER'
  readonly because: string
}

/** What the shipped code imports of itself. */
export interface CodeGraphTruth {
  readonly digest: string
  readonly nodes: number
  readonly edges: number
  /** Of the very files that were read for it. */
  readonly buildDigest: string
  /** What no advice may reach, each with how many modules it has. */
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
  /** From files of the user's: code of theirs, each in a thread of its own, within the decision path. */
  readonly userStrategies: readonly { readonly strategyId: string; readonly version: number; readonly digest: string }[]
}

export const codeGraph = defineInput<CodeGraphTruth>({
  kind: 'ATTESTATION',
  source: 'host.code',
  what: 'The import graph of the code that runs',
  producedBy: 'host',
  maxAgeMs: ({ monitor }) => monitor.maxFullVerificationAgeMs,
})
