import type { SignalOutcome } from '../../domain/signal/outcome/signal-outcome.ts'
import type { Signal } from '../../domain/signal/signal.ts'
import { audit, byEngine } from '../state/audit.ts'
import { record, type Turn } from '../state/turn.ts'
import { forgetWatches, watchPromise } from './watch-promises.ts'

/** A strategy whose outcomes fall short of what was promised for them, further than chance explains, enters nothing more. */
export const quarantineWhenFailing = (turn: Turn, signal: Signal, outcome: SignalOutcome): void => {
  const alarmed = watchPromise(turn.signals, turn.rules, signal, outcome)
  if (!alarmed || turn.ledger.quarantines.has(signal.strategyId)) return
  const sum = alarmed.sum.toFixed(1)
  const sampleSize = `over ${alarmed.outcomes} signals`
  quarantine(
    turn,
    signal.strategyId,
    `its outcomes fall ${sum} standard deviations short of what was predicted, ${sampleSize}`,
  )
}

/** Its signals go on, and are followed; nothing is entered on them until the host lets the strategy again. */
export const quarantine = (turn: Turn, strategyId: string, reason: string): void => {
  forgetWatches(turn.signals, strategyId)
  record(turn, { kind: 'strategyQuarantined', strategyId, reason, atMs: turn.atMs })
  audit(turn, byEngine(turn), { action: 'STRATEGY_QUARANTINE', target: strategyId, outcome: 'DONE', reason })
}
