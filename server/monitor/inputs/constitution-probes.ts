import type { Instant } from '../../core/instant.ts'
import type { ArticleEvidence } from '../../domain/risk/probes/try-article.ts'
import { defineInput } from '../frame/input.ts'

/** Limit as declared and as effective, with the result of probing it. */
export interface TriedArticle extends ArticleEvidence {
  /** Since when it has been seen to differ; null where it does not. */
  readonly differsSinceMs: Instant | null
}

/** The limits that are enforced, tried on the gates that orders are held to. */
export interface ConstitutionProbes {
  readonly source: 'BUILT_IN' | 'HOST_FILE'
  /** SHA-256 of the bytes of the host's file, and what that names. */
  readonly file: { readonly digest: string; readonly names: readonly string[] } | null
  readonly loadedAtMs: Instant
  readonly articles: readonly TriedArticle[]
  /** Runs that found other limits than the run before them, newest first. */
  readonly changes: readonly {
    readonly runId: string
    readonly atMs: Instant
    readonly fromHash: string
    readonly toHash: string
  }[]
}

export const constitutionProbes = defineInput<ConstitutionProbes>({
  kind: 'PROBE',
  source: 'risk.gates',
  what: 'A trial of every limit on the gates that orders are held to',
  producedBy: 'gate probes',
  maxAgeMs: ({ monitor }) => monitor.maxProbeAgeMs,
})
