import { UNKNOWN } from '../figures/numbers.ts'
import { useOpenPositions } from '../live/use-live.ts'
import { t } from '../messages/messages.ts'
import { isVisible } from '../screens.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { Card } from '../ui/card.tsx'
import { Table } from '../ui/table.tsx'
import { CloseAll } from './close-all.tsx'
import { PositionActions, usePositionAction } from './position-actions.tsx'
import { LIQUIDATION, NAME, PRICES, PROTECTION, RESULT, SIZE, STOP, TARGET } from './position-columns.tsx'
import { PositionFooting } from './position-footing.tsx'
import { PositionsAge } from './positions-age.tsx'

/** All open positions with their details and actions. */
export const OpenPositions = () => {
  const { user } = useSignedIn()
  const positions = useOpenPositions()
  const { dialog, open } = usePositionAction(positions)
  const canAct = isVisible('ClosePosition', user.roles)
  return (
    <Card
      title={t('Open positions: {length}', { length: positions?.length ?? UNKNOWN })}
      age={
        <span className="flex items-baseline gap-3">
          <PositionsAge positions={positions} />
          {canAct && <CloseAll positions={positions} />}
        </span>
      }
    >
      <Table
        label={t('Open positions')}
        columns={COLUMNS}
        rows={positions}
        rowKey={({ id }) => id}
        below={(position) => (
          <PositionFooting position={position}>
            {canAct && <PositionActions position={position} onAction={open} />}
          </PositionFooting>
        )}
        empty={t('No open positions.')}
      />
      {dialog}
    </Card>
  )
}

const COLUMNS = [NAME, RESULT, SIZE, PRICES, STOP, TARGET, LIQUIDATION, PROTECTION] as const
