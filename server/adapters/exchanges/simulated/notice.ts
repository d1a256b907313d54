import { HOUR_MS } from '../../../core/instant.ts'
import { REGIME_MS, REGIME_SHARES } from './path/regimes.ts'

const percent = (share: number): string => `${Math.round(share * 100)} %`

/** What the market is made of, for whoever reads results made on it. */
export const SIMULATED_NOTICE = `Simulated market. Each symbol goes through regimes of ${REGIME_MS / HOUR_MS} hours: in ${percent(
  REGIME_SHARES.TRENDING,
)} of them prices swing, and breakouts (S01 on 1m bars) have an edge after costs; in ${percent(
  REGIME_SHARES.REVERTING,
)} they turn back within minutes, and breakouts lose; the rest is noise, and no strategy has an edge. Results here say nothing about real markets.`
