import type { ProtectionPatch } from '../../../contract/trading.ts'
import { err, ok, type Result } from '../../core/result.ts'
import type { Instrument } from '../../domain/market/instrument.ts'
import type { ProtectionPlan, Trigger } from '../../domain/order/order.ts'
import type { ProtectionChange } from '../../engine/model/events.ts'
import type { FieldFault } from './field-fault.ts'
import { parseTrigger } from './parse-order.ts'

type Patch = ProtectionPatch['stopLoss']

/** Applies a merge patch to a plan; each part is kept, removed, or replaced. */
export const parseProtection = (
  body: ProtectionPatch,
  plan: ProtectionPlan,
  instrument: Instrument,
): Result<ProtectionChange, readonly FieldFault[]> => {
  const stopLoss = merged(instrument, '/stopLoss', { patch: body.stopLoss, present: plan.stopLoss })
  const takeProfit = merged(instrument, '/takeProfit', { patch: body.takeProfit, present: plan.takeProfit })
  if (stopLoss.ok && takeProfit.ok) return ok({ stopLoss: stopLoss.value, takeProfit: takeProfit.value })
  return err([stopLoss, takeProfit].flatMap((part) => (part.ok ? [] : [part.error])))
}

interface Part {
  readonly patch: Patch
  readonly present: Trigger | null
}

const merged = (
  instrument: Instrument,
  pointer: string,
  { patch, present }: Part,
): Result<Trigger | null | undefined, FieldFault> => {
  if (patch === undefined || patch === null) return ok(patch)
  const triggerBy = patch.triggerBy ?? present?.by ?? 'MARK'
  const { triggerPrice } = patch
  if (triggerPrice !== undefined) return parseTrigger(instrument, pointer, { triggerPrice, triggerBy })
  if (present) return ok({ price: present.price, by: triggerBy })
  return err({ pointer: `${pointer}/triggerPrice`, code: 'MISSING', detail: 'is missing: none is set yet' })
}
