import type { ComponentType } from 'react'
import { Account } from './account/account.tsx'
import { Audit } from './audit/audit.tsx'
import { Autotrading } from './autotrading/autotrading.tsx'
import { Market } from './market/market.tsx'
import { Monitor } from './monitor/monitor.tsx'
import { Overview } from './overview/overview.tsx'
import { Positions } from './positions/positions.tsx'
import type { Screen } from './screens.ts'
import { Signals } from './signals/signals.tsx'

/** Components of the screens. */
export const SCREEN_VIEWS: Readonly<Record<Screen['component'], ComponentType>> = {
  Overview,
  Market,
  Positions,
  Signals,
  Autotrading,
  Monitor,
  Audit,
  Account,
}
