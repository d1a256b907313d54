import { unprotectedBeyond } from '../../engine/trading/guards.ts'
import type { OpenFaults } from '../../monitor/frame/open-faults.ts'
import type { Drill } from '../../monitor/inputs/go-live.ts'
import { always } from '../reader.ts'

export const drillsReader = always<readonly Drill[]>(({ state, records }, nowMs) => {
  const { ledger, session, rules } = state
  const isUnsafe =
    session.foreignEpoch !== null || unprotectedBeyond(ledger, rules.constitution.protection.budgetMs, nowMs) > 0
  records.drills.noteBoot(records.boot, isUnsafe, nowMs)
  const value = records.drills.drills()
  return { value, observedAtMs: nowMs, sampleSize: value.length }
})

export const openFaultsReader = always<OpenFaults>(({ records }, nowMs) => ({
  value: records.faults.faults(),
  observedAtMs: nowMs,
}))
