import { DAY_MS, MINUTE_MS } from '../../core/instant.ts'
import { record, type Turn } from '../turn.ts'
import { equityOf } from './exposure.ts'

/** Once a minute, when the equity is another than last time or a new day has begun. */
export const sampleEquity = (turn: Turn): void => {
  const { ledger, session, atMs } = turn
  const minute = Math.floor(atMs / MINUTE_MS)
  const equity = equityOf(turn)
  if (minute === session.sampledMinute || equity === null) return
  session.sampledMinute = minute
  const { walletBalance } = ledger.account
  const last = ledger.equity.last
  const sameDay = last !== null && atMs - ledger.equity.dayStartAtMs < DAY_MS
  if (sameDay && last.equity === equity) return
  record(turn, { kind: 'equitySampled', equity, walletBalance, unrealizedPnl: equity - walletBalance, atMs })
}
