/**
 * Reader of the constitution probes: whether the gates enforce every declared limit, and since when a limit has
 * differed.
 */

import { computeDigest } from '../../core/digest.ts'
import { type Instant, MINUTE_MS } from '../../core/instant.ts'
import type { Constitution } from '../../domain/risk/constitution.ts'
import { GATES } from '../../domain/risk/gates/index.ts'
import { PROBES } from '../../domain/risk/probes/index.ts'
import {
  type ArticleEvidence,
  type ArticleTried,
  compareLimit,
  limitAt,
  type Probe,
  tryArticle,
  untriedArticle,
} from '../../domain/risk/probes/probe.ts'
import type { ConstitutionProbes } from '../../monitor/inputs/engine.ts'
import { noteObserved } from '../../views/control-reader.ts'
import type { TruthSources } from '../evidence-sources.ts'
import type { Reader } from '../reader.ts'

/** Probes every limit at the gates themselves, with the constitution used by the engine. */
export const constitutionProbesReader = {
  at: 'BACKGROUND',
  precedesTrading: true,
  everyMs: 5 * MINUTE_MS,
  read({ constitution: declared, state, bootedAtMs }: ConstitutionSources, nowMs: Instant) {
    const tried = PROBES.map((probe) => ({
      ...triedOrNot(probe, state.rules.constitution),
      declared: limitAt(declared.constitution, probe.path),
    }))
    noteObserved(
      declared.drifts,
      tried.filter(differs).map(({ path }) => path),
      nowMs,
    )
    const articles = tried.map((article) => ({ ...article, differsSinceMs: declared.drifts.get(article.path) ?? null }))
    const { source, file = null } = declared
    return {
      value: { source, file, loadedAtMs: bootedAtMs, articles, changes: changesIn(declared, bootedAtMs) },
      observedAtMs: nowMs,
      sampleSize: articles.length,
      digest: computeDigest(tried),
    }
  },
} as const satisfies Reader<ConstitutionProbes>

type ConstitutionSources = Pick<TruthSources, 'constitution' | 'bootedAtMs'> & {
  readonly state: { readonly rules: Pick<TruthSources['state']['rules'], 'constitution'> }
}

/** Derives the changes from the runs, each of which has stored the hash of its constitution. */
const changesIn = (
  { past, runId, hash }: TruthSources['constitution'],
  startedAtMs: Instant,
): ConstitutionProbes['changes'] => {
  const earlier = past.flatMap((run) =>
    run.hashes ? [{ runId: run.runId, atMs: run.startedAtMs, hash: run.hashes.constitution }] : [],
  )
  const runs = [...earlier, { runId, atMs: startedAtMs, hash }]
  return runs
    .flatMap((run, index) => {
      const before = runs[index - 1]
      if (!before || before.hash === run.hash) return []
      return [{ runId: run.runId, atMs: run.atMs, fromHash: before.hash, toHash: run.hash }]
    })
    .toReversed()
}

const triedOrNot = (probe: Probe, constitution: Constitution): ArticleTried => {
  try {
    return tryArticle(probe, GATES, constitution)
  } catch {
    return untriedArticle(probe, constitution)
  }
}

const differs = ({ bound, declared, effective, enforced }: ArticleEvidence): boolean =>
  !enforced || compareLimit(bound, declared, effective) !== 'EQUAL'
