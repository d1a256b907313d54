import type { Report } from '../../contract/monitor/surface.ts'
import { followPointer } from '../core/json-pointer.ts'

/** Fields in which a surface reports its own next step. */
const ACTION_POINTERS: readonly (readonly [surface: string, pointer: string])[] = [
  ['operator-compact-truth', '/data/nextAction/text'],
  ['public-status-truth', '/data/nextStep'],
]

const ACTIONS: Readonly<Record<string, string>> = {
  'anti-manipulation-truth':
    'No action needed: gate G25 uses the same data, and holds entries back where the constitution requires it.',
  'candidate-quality-v3': 'Review costs and calibration before trading more: docs/guide/strategies.md.',
  'evidence-loop-closure-truth':
    'See what is not linked: GET /api/monitor/evidence-loop-closure-truth. Then: plimsoll audit verify.',
  'exchange-market-intelligence-truth': 'Check the exchange connection: plimsoll doctor.',
  'execution-throttle-truth':
    'Send the exchange fewer requests: fewer symbols, and no other program on the same key or address.',
  'messenger-dynamic-truth': 'Trust the surfaces, not the digest, until it is composed anew: plimsoll digest.',
  'pre-dispatch-root-cause-truth': 'See which gates refuse, and why: plimsoll status.',
  'profitability-quality-scorecard':
    'Decide whether it goes on; plimsoll pause lets nothing more in and leaves every stop in place.',
  'protection-blocker-truth':
    'See what has no stop: plimsoll status. If none comes, close or protect it at the exchange by hand.',
  'rag-nlp-ml-boundary-truth': 'Stop it, and run a build whose boundary holds: plimsoll stop.',
  'restart-continuity-truth': 'See which check fails: plimsoll status. When it is mended: plimsoll resume.',
  'runtime-constitution-truth':
    'Put the constitution back as it was declared and start again: docs/guide/constitution.md.',
  'security-rbac-truth': 'See who did what: plimsoll audit list. In doubt: plimsoll stop.',
}

/** Returns the remedy for a surface: its own next step, else a fixed sentence. */
export const getNextAction = (report: Report): string => {
  const { surface } = report
  for (const [speaking, pointer] of ACTION_POINTERS) {
    const resolved = surface === speaking ? followPointer(report, pointer) : null
    if (resolved?.ok && typeof resolved.value === 'string') return resolved.value
  }
  return ACTIONS[surface] ?? `See what it rests on: GET /api/monitor/${surface}.`
}
