import type { ReactNode } from 'react'
import { Age } from '../figures/age.tsx'
import { Exploratory } from '../figures/exploratory.tsx'
import { formatInstant } from '../figures/instants.ts'
import { formatUsdt } from '../figures/numbers.ts'
import { t } from '../messages/messages.ts'
import { rich } from '../messages/rich.tsx'
import { usePreference } from '../preferences/preferences.ts'
import { ORIGINS } from './orders.ts'
import type { Position } from './position-figures.ts'

/** Footer below a position's table row: costs, age, origin, and actions. */
export const PositionFooting = ({ position, children }: Footing) => {
  const { symbol, feesPaid, fundingPaid, openedAt, horizonEndsAt, origin, strategyId, takenOver } = position
  const [zone] = usePreference('zone')
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-1 text-sm text-muted">
      <span>{t('Fees {feesPaid} USDT', { feesPaid: formatUsdt(feesPaid) })}</span>
      <span>{t('Funding {fundingPaid} USDT', { fundingPaid: formatUsdt(fundingPaid) })}</span>
      <span>
        {t('Since')} <Age at={openedAt} />
      </span>
      <span>
        {rich('By {origin}{strategyId}', {
          origin: ORIGINS[origin],
          strategyId: strategyId !== null && `, ${strategyId}`,
        })}
      </span>
      <Exploratory of={position} />
      {takenOver && (
        <strong className="text-warn">
          {rich('Under manual control. Hand it back to autotrading on the host: {code}', {
            code: <code>plimsoll position hand-back {symbol} --reason "…"</code>,
          })}
        </strong>
      )}
      {horizonEndsAt !== null && (
        <span>{t('Time exit by autotrading {at}', { at: formatInstant(Date.parse(horizonEndsAt), zone) })}</span>
      )}
      <span className="flex gap-2 sm:ml-auto">{children}</span>
    </div>
  )
}

interface Footing {
  readonly position: Position
  /** Actions of the position. */
  readonly children: ReactNode
}
