/** Rules of the surface `runtime-constitution-truth`: whether the gates enforce the declared limits. */

import type { Static } from 'typebox'
import { runtimeConstitutionTruth as contract } from '../../../../contract/monitor/runtime-constitution-truth.ts'
import { computeDigest } from '../../../core/digest.ts'
import { toRfc3339, toRfc3339OrNull } from '../../../core/instant.ts'
import type { Bound } from '../../../domain/risk/gate.ts'
import { compareLimit, isLooser } from '../../../domain/risk/probes/probe.ts'
import {
  type Available,
  type Cause,
  defineSurface,
  type Finding,
  type Frame,
  type MissingItem,
} from '../../frame/surface.ts'
import type { ConstitutionProbes, TriedArticle } from '../../inputs/engine.ts'

/** Agreement of the declared limits, the limits applied by the gates, and the behaviour of the gates. */
export const runtimeConstitutionTruth = defineSurface<Verdict, typeof contract.data, 'constitutionProbes'>({
  contract,
  needs: ['constitutionProbes'],
  fault: ({ constitutionProbes }) => (constitutionProbes ? judgeFault(constitutionProbes) : null),
  judge({ constitutionProbes: { articles } }) {
    if (articles.length === 0) return { missing: [NO_ARTICLES] }
    const tighter = articles.filter((article) => compareArticle(article) === 'TIGHTER' || article.inside === 'REFUSED')
    const verdict = tighter.length > 0 ? 'TIGHTER_THAN_DECLARED' : 'CONFORMS'
    const summary =
      tighter.length > 0
        ? `${tighter.length} of ${articles.length} effective limits are tighter than declared: ${formatPaths(tighter)}.`
        : `All ${articles.length} limits are in effect as declared: an order just beyond each limit was denied, and one just inside it passed.`
    return { verdict, summary, reasons: tighter.map((article) => toCause('TIGHTER', article)), missing: NOT_THERE }
  },
  data: (inputs, frame) => constitutionBody(inputs, frame),
})

type Verdict = keyof typeof contract.verdicts
type Data = Static<typeof contract.data>
type Article = Data['articles'][number]

const compareArticle = ({ enforced, bound, declared, effective }: TriedArticle): Article['comparison'] =>
  enforced ? compareLimit(bound, declared, effective) : 'ABSENT'

const formatPaths = (articles: readonly TriedArticle[]): string => articles.map(({ path }) => path).join(', ')

const judgeFault = ({ articles }: ConstitutionProbes): Finding<Verdict> | null => {
  const looser = articles.filter(isLooser)
  const unenforced = articles.filter(({ enforced, beyond }) => !enforced || beyond === 'ERROR')
  const reasons = [
    ...looser.map((article) => toCause(article.beyond === 'ALLOW' ? 'PROBE_ALLOWED' : 'LOOSER', article)),
    ...unenforced.map((article) => toCause(article.enforced ? 'PROBE_FAILED' : 'NO_GATE', article)),
  ]
  if (looser.length > 0) {
    const summary = `${looser.length} of ${articles.length} limits are looser than declared: ${formatPaths(looser)}.`
    return { verdict: 'DRIFT_LOOSER', summary, reasons }
  }
  if (unenforced.length === 0) return null
  const summary = `${unenforced.length} of ${articles.length} limits are not proven to be enforced: ${formatPaths(unenforced)}.`
  return { verdict: 'UNENFORCED_ARTICLE', summary, reasons }
}

const MESSAGES = {
  PROBE_ALLOWED: 'an order just beyond the limit was accepted',
  LOOSER: 'the effective limit is looser than the declared one',
  PROBE_FAILED: 'the probe of the limit failed, so its enforcement is not proven',
  NO_GATE: 'no active gate enforces the limit',
  TIGHTER: 'the effective limit is tighter than the declared one',
} as const

const toCause = (
  code: keyof typeof MESSAGES,
  { path, title, declared, effective, unit, gateId }: TriedArticle,
): Cause => ({
  code,
  message: `${path} (${title}, ${gateId}): ${MESSAGES[code]}`,
  value: effective ?? 'not configured',
  threshold: declared ?? 'not configured',
  unit,
  of: ['constitutionProbes'],
})

const NO_ARTICLES: MissingItem = {
  code: 'ARTICLES',
  description: 'Limits probed',
  have: 0,
  need: 1,
  unit: 'limits',
  producedBy: 'gate probes',
  earliestAtMs: null,
}

/** Checks that this build does not have; the verdict does not depend on them. */
const NOT_THERE: readonly MissingItem[] = [
  {
    code: 'SIGNATURE',
    description:
      'A signature of the constitution: it is not signed yet, and any user who can write the file sets the limits',
    have: null,
    need: 'a signature of the host',
    producedBy: 'a signed constitution, not available yet',
    earliestAtMs: null,
  },
  {
    code: 'GUARDIAN_TIMES',
    description:
      'A dry run of protection.fallbackAfterMs, execution.unknownOutcomeHaltMs and execution.mismatchHaltMs, which the guardian uses',
    have: 0,
    need: 3,
    unit: 'trials',
    producedBy: 'a dry run of the guardian, not available yet',
    earliestAtMs: null,
  },
]

const OPERATORS: Record<Bound, Article['operator']> = { 'at most': '≤', 'less than': '<', 'at least': '≥' }

const constitutionBody = ({ constitutionProbes }: Available<'constitutionProbes'>, { observedAtMs }: Frame): Data => {
  const tried = constitutionProbes?.articles ?? []
  const ranAtMs = observedAtMs('constitutionProbes')
  const ranAt = toRfc3339OrNull(ranAtMs)
  const unsigned = { version: null, signedBy: null, signedAt: null, signatureValid: null }
  return {
    constitution: { source: constitutionProbes?.source ?? null, hash: hashLimits(tried, 'declared'), ...unsigned },
    effective: { hash: hashLimits(tried, 'effective'), readFrom: 'LIVE_GATE_OBJECTS', observedAt: ranAt },
    configFileHash: constitutionProbes?.file?.digest ?? null,
    lastLoadedAt: constitutionProbes ? toRfc3339(constitutionProbes.loadedAtMs) : null,
    articles: tried.map((article) => articleBody(article, ranAt ?? '')),
    drift: tried.filter((article) => compareArticle(article) !== 'EQUAL').map(driftBody),
    changes: (constitutionProbes?.changes ?? []).map(({ atMs, ...change }) => ({
      at: toRfc3339(atMs),
      by: 'HOST',
      ...change,
      auditId: null,
    })),
  }
}

const hashLimits = (articles: readonly TriedArticle[], which: 'declared' | 'effective'): string | null =>
  articles.length === 0
    ? null
    : computeDigest(articles.map(({ path, bound, unit, ...limits }) => ({ path, bound, unit, limit: limits[which] })))

const articleBody = (article: TriedArticle, ranAt: string): Article => {
  const { path, title, declared, effective, unit, bound, gateId, enforced, beyond, inside } = article
  return {
    id: path,
    title,
    declared,
    effective,
    unit,
    operator: OPERATORS[bound],
    comparison: compareArticle(article),
    gateId: enforced ? gateId : null,
    enforced: enforced && beyond === 'DENY',
    probe: { caseId: `${gateId}:${path}:beyond`, expected: 'DENY', observed: beyond, inside, ranAt },
  }
}

const driftBody = (article: TriedArticle): Data['drift'][number] => {
  const { path, declared, effective, differsSinceMs } = article
  const since = toRfc3339OrNull(differsSinceMs)
  return { path, declared, effective, comparison: compareArticle(article), since }
}
