import { UNKNOWN } from '../figures/numbers.ts'
import { t } from '../messages/messages.ts'
import type { StrategyState } from './strategy-rows.ts'

/** State of a strategy as a word. */
export const StateWord = ({ of }: { readonly of: StrategyState | undefined }) =>
  of === undefined ? UNKNOWN : <strong className={STATES[of].colour}>{STATES[of].word}</strong>

const STATES: Readonly<Record<StrategyState, { readonly word: string; readonly colour: string }>> = {
  ON: { word: t('On'), colour: 'text-good' },
  TRACKED: { word: t('Not traded'), colour: 'text-muted' },
  QUARANTINED: { word: t('Quarantined'), colour: 'text-warn' },
  OFF: { word: t('Off'), colour: 'text-muted' },
}
