import { addOutcome, CUSUM_DEFAULTS, type Cusum, createCusum } from '../../domain/signal/calibration/cusum.ts'
import type { SignalOutcome } from '../../domain/signal/outcome/signal-outcome.ts'
import type { Signal } from '../../domain/signal/signal.ts'
import type { SignalBook } from '../state/signal-index.ts'
import type { Rules } from '../state/turn.ts'

/** Compares an outcome with the prediction of its signal; returns the strategy's monitor once it has alarmed. */
export const watchPromise = (
  book: SignalBook,
  { constitution }: Rules,
  { strategyId, definitionDigest, confidence }: Signal,
  outcome: SignalOutcome,
): Cusum | undefined => {
  const { quarantineAlarm } = constitution.autotrading
  if (quarantineAlarm === null) return undefined
  const key = `${strategyId} ${definitionDigest}`
  const watch = book.watches.get(key) ?? createCusum({ ...CUSUM_DEFAULTS, h: quarantineAlarm })
  book.watches.set(key, watch)
  const weight = outcome.uniqueness ?? 1
  return addOutcome(watch, { p: confidence.p, won: outcome.barrier === 'TARGET', weight }) ? watch : undefined
}

/** Resets the monitors of a strategy's predictions, in every version of its definition. */
export const forgetWatches = ({ watches }: SignalBook, strategyId: string): void => {
  for (const key of [...watches.keys()]) if (key.startsWith(`${strategyId} `)) watches.delete(key)
}
