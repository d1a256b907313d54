import { HOUR_MS } from '../../../core/instant.ts'
import { REGIME_MS, REGIME_SHARES } from './path/regimes.ts'

const percent = (share: number): string => `${Math.round(share * 100)} %`

/** Composition of the market, for readers of results based on it; one sentence per line. */
export const SIMULATED_NOTICE = [
  `Made market: each symbol goes through regimes of ${REGIME_MS / HOUR_MS} hours.`,
  `${percent(REGIME_SHARES.TRENDING)} trend: breakouts (S01 on 1m bars) have an edge after costs.`,
  `${percent(REGIME_SHARES.REVERTING)} turn back within minutes: breakouts lose.`,
  `${percent(1 - REGIME_SHARES.TRENDING - REGIME_SHARES.REVERTING)} are noise: no strategy has an edge.`,
  'Results here say nothing about real markets.',
].join(' ')
