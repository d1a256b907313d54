/** Samples the equity of the account for the ledger. */

import { DAY_MS, MINUTE_MS } from '../../core/instant.ts'
import { findPeak } from '../../domain/account/equity-track.ts'
import type { EquitySample } from '../state/session.ts'
import { record, type Turn } from '../state/turn.ts'
import { computeEquity } from './exposure.ts'

/**
 * Samples the equity (at current prices unless given) once a minute if it has changed or a new day has started, and the
 * peak in between.
 */
export const sampleEquity = (turn: Turn, equity = computeEquity(turn)): void => {
  const { ledger, session, atMs } = turn
  if (equity === null) return
  const { equity: track, account } = ledger
  const now = { equity, walletBalance: account.walletBalance, atMs }
  if (track.last && equity > findPeak(track, session.equityTop).equity) session.equityTop = now
  const minute = Math.floor(atMs / MINUTE_MS)
  if (minute === session.sampledMinute) return
  session.sampledMinute = minute
  const top = session.equityTop
  session.equityTop = null
  if (top && top !== now) keep(turn, top)
  const { last, dayStartAtMs } = ledger.equity
  if (last?.equity === equity && atMs - dayStartAtMs < DAY_MS) return
  keep(turn, now)
}

const keep = (turn: Turn, sample: EquitySample): void =>
  record(turn, { kind: 'equitySampled', ...sample, unrealizedPnl: sample.equity - sample.walletBalance })
