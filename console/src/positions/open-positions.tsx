import { useState } from 'react'
import { UNKNOWN } from '../figures/numbers.ts'
import { useOpenPositions } from '../live/use-live.ts'
import { isShown } from '../screens.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { Card } from '../ui/card.tsx'
import { Table } from '../ui/table.tsx'
import { CloseDialog } from './close-dialog.tsx'
import { LIQUIDATION, NAME, PRICES, PROTECTION, RESULT, SIZE, STOP, TARGET } from './position-columns.tsx'
import type { Position } from './position-figures.ts'
import { PositionFooting } from './position-footing.tsx'
import { PositionsAge } from './positions-age.tsx'
import { ProtectionDialog } from './protection-dialog.tsx'

const COLUMNS = [NAME, RESULT, SIZE, PRICES, STOP, TARGET, LIQUIDATION, PROTECTION] as const

interface Asking {
  readonly what: 'close' | 'protect'
  readonly position: Position
}

/** Every open position with all there is to know of it, and what can be done about it. */
export const OpenPositions = () => {
  const { user } = useSignedIn()
  const positions = useOpenPositions()
  const [asking, setAsking] = useState<Asking>()
  const canAct = isShown('ClosePosition', user.roles)
  return (
    <Card title={`Open positions: ${positions?.length ?? UNKNOWN}`} age={<PositionsAge positions={positions} />}>
      <Table
        label="Open positions"
        columns={COLUMNS}
        rows={positions}
        keyOf={({ id }) => id}
        below={(position) => (
          <PositionFooting position={position}>
            {canAct && <Actions position={position} onAsk={setAsking} />}
          </PositionFooting>
        )}
        empty="None is open."
      />
      {asking && <Dialog asking={asking} positions={positions} onClose={() => setAsking(undefined)} />}
    </Card>
  )
}

interface Acting {
  readonly position: Position
  readonly onAsk: (asking: Asking) => void
}

const Actions = ({ position, onAsk }: Acting) => (
  <>
    <button type="button" className="quiet-button text-sm" onClick={() => onAsk({ what: 'protect', position })}>
      Stop and target<span className="sr-only"> of {position.symbol}</span>
    </button>
    <button type="button" className="quiet-button text-sm" onClick={() => onAsk({ what: 'close', position })}>
      Close<span className="sr-only"> {position.symbol}</span>
    </button>
  </>
)

interface Opened {
  readonly asking: Asking
  /** The open ones as they are now; undefined until they are known. */
  readonly positions: readonly Position[] | undefined
  readonly onClose: () => void
}

const Dialog = ({ asking: { what, position }, positions, onClose }: Opened) => {
  const present = positions?.find(({ id }) => id === position.id)
  const about = {
    position: present ?? position,
    ended: positions && !present ? 'This position has ended: nothing is asked for any more.' : undefined,
    onClose,
  }
  return what === 'close' ? <CloseDialog {...about} /> : <ProtectionDialog {...about} />
}
