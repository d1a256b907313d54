import { t } from '../messages/messages.ts'

/** Execution modes (paper, practice, live): a description of the money at risk, and the colour of each. */
export const EXECUTIONS = {
  PAPER: { stake: t('no real money'), ground: 'bg-paper', frame: 'border-paper' },
  PRACTICE: { stake: t('exchange account without real money'), ground: 'bg-paper', frame: 'border-paper' },
  LIVE: { stake: t('real money'), ground: 'bg-stop', frame: 'border-stop' },
} as const
