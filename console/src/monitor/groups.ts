/** Groups the monitor reports of the health screen by urgency, and derives their evidence progress and next step. */

import { SURFACES } from '@plimsoll/client'
import { t } from '../messages/messages.ts'
import type { Report, Surface } from './surfaces.ts'

export const GROUPS = {
  needsYou: { title: t('Needs attention'), empty: t('No action required.') },
  warmingUp: { title: t('Collecting evidence'), empty: t('Every report has enough evidence.') },
  fine: { title: t('Healthy'), empty: t('Nothing yet.') },
  live: { title: t('Live trading'), empty: '' },
} as const

export type Group = keyof typeof GROUPS

/** Reports on progress towards live trading; their verdict requires no action while trading on paper. */
const ASSESSMENTS: readonly Surface[] = ['go-live-readiness-snapshot', 'live-readiness-decision-packet']

/** Reports that change with every bar; a warning from them requires no action. */
const MOMENTARY: readonly Surface[] = ['candidate-quality-v3', 'pre-dispatch-root-cause-truth']

/** Returns the group of a report; a report that has not arrived is warming up. */
export const classifyReport = (surface: Surface, report: Pick<Report, 'verdict' | 'severity'> | undefined): Group => {
  if (ASSESSMENTS.includes(surface)) return 'live'
  if (report?.severity === 'OK' || report?.severity === 'INFO') return 'fine'
  if (report === undefined || report.verdict === 'INSUFFICIENT_EVIDENCE') return 'warmingUp'
  return report.severity === 'WARN' && MOMENTARY.includes(surface) ? 'fine' : 'needsYou'
}

type Reports = Readonly<Partial<Record<Surface, Report>>>

const RANKS: Readonly<Record<Report['severity'], number>> = { CRITICAL: 0, BLOCK: 1, WARN: 2, INFO: 3, OK: 4 }

/** Returns the surfaces of each group, the most severe first. */
export const groupSurfaces = (reports: Reports): Readonly<Record<Group, readonly (typeof SURFACES)[number][]>> => {
  const rank = ({ name }: (typeof SURFACES)[number]): number => RANKS[reports[name]?.severity ?? 'OK']
  const inGroup = (group: Group) =>
    SURFACES.filter(({ name }) => classifyReport(name, reports[name]) === group).toSorted((a, b) => rank(a) - rank(b))
  return {
    needsYou: inGroup('needsYou'),
    warmingUp: inGroup('warmingUp'),
    fine: inGroup('fine'),
    live: inGroup('live'),
  }
}

/** Returns the share of the required evidence that exists, of the item furthest behind; undefined without figures. */
export const evidenceShare = (missing: Report['missingEvidence']): number | undefined => {
  const shares = missing.flatMap(({ have, need }) => {
    const [had, needed] = [Number(have ?? 0), Number(need)]
    return Number.isFinite(had) && needed > 0 ? [Math.min(1, Math.max(0, had / needed))] : []
  })
  return shares.length === 0 ? undefined : Math.min(...shares)
}

/** Returns the latest time at which missing evidence is expected; undefined when it cannot be estimated. */
export const readyAt = (missing: Report['missingEvidence']): string | undefined => {
  const times = missing.map(({ earliestAt }) => earliestAt)
  if (times.length === 0 || times.includes(null)) return undefined
  return times.filter((at) => at !== null).toSorted((a, b) => Date.parse(b) - Date.parse(a))[0]
}

type Assessed = Pick<Report, 'verdict' | 'severity' | 'reasons' | 'missingEvidence'>

/** Returns the next step for a report that requires one: the first remedy among its reasons and its missing evidence. */
export const nextStep = (surface: Surface, report: Assessed): string | undefined => {
  if (classifyReport(surface, report) === 'fine') return undefined
  return [...report.reasons, ...report.missingEvidence].find(({ remedy }) => remedy !== undefined)?.remedy
}
