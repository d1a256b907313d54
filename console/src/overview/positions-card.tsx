import { UNKNOWN } from '../figures/numbers.ts'
import { useOpenPositions } from '../live/use-live.ts'
import { t } from '../messages/messages.ts'
import { NAME, PRICES, PROTECTION, RESULT, SIZE, STOP } from '../positions/position-columns.tsx'
import { PositionsAge } from '../positions/positions-age.tsx'
import { Card } from '../ui/card.tsx'
import { Table } from '../ui/table.tsx'

/** Card with every open position and its protection. */
export const PositionsCard = () => {
  const positions = useOpenPositions()
  return (
    <Card
      title={t('Positions: {length}', { length: positions?.length ?? UNKNOWN })}
      age={<PositionsAge positions={positions} />}
      wide
    >
      <Table
        label={t('Open positions')}
        columns={[NAME, RESULT, SIZE, PRICES, STOP, PROTECTION]}
        rows={positions}
        rowKey={({ id }) => id}
        empty={t('No open positions.')}
      />
    </Card>
  )
}
