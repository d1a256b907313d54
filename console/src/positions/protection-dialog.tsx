import { useState } from 'react'
import { isAmount } from '../figures/decimal.ts'
import { formatSigned, formatToStep, UNKNOWN } from '../figures/numbers.ts'
import { ProfitLoss } from '../figures/profit-loss.tsx'
import { t } from '../messages/messages.ts'
import { rich } from '../messages/rich.tsx'
import { ActionDialog } from '../ui/action-dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Figures } from '../ui/figures.tsx'
import { HeldByAutotrading } from './held-by-autotrading.tsx'
import { type Position, percentFrom, resultAt } from './position-figures.ts'
import { PositionsAge } from './positions-age.tsx'
import { presentProtection, protectionAct, protectionPatch, type RequestedProtection } from './protection-patch.ts'
import { protectionWarnings } from './protection-warnings.ts'
import { useMoveProtection } from './use-move-protection.ts'

/**
 * Dialog that moves stop and target of a position. It applies to the version on display: after a change the user must
 * confirm again, and fields without input follow the current values.
 */
export const ProtectionDialog = ({ position, ended, requested: begun, onClose }: Moving) => {
  const [snapshot, setSnapshot] = useState(position)
  const [written, setWritten] = useState<Partial<RequestedProtection>>(begun ?? {})
  const move = useMoveProtection(setSnapshot)
  const present = presentProtection(snapshot)
  const requested = { ...present, ...written }
  const patch = protectionPatch(snapshot, requested)
  const { tickSize } = snapshot.instrument
  const marked = { ...snapshot, markPrice: position.markPrice }
  const warnings = protectionWarnings(marked, requested)
  return (
    <ActionDialog
      title={t('Edit SL/TP of {symbol} {direction}', { symbol: snapshot.symbol, direction: snapshot.direction })}
      act={patch ? protectionAct(patch) : t('No changes')}
      isDisabled={patch === undefined}
      filled={`${written.stop} ${written.target}`}
      age={<PositionsAge positions={[position]} />}
      ended={ended}
      onAct={async () => {
        if (patch) await move(snapshot, patch)
      }}
      onClose={onClose}
    >
      <HeldByAutotrading position={position}>
        {t('moving its stop or target does not take it over: its planned exit stays in place.')}
      </HeldByAutotrading>
      <Figures
        of={{
          [t('Quantity')]: formatToStep(snapshot.qty, snapshot.instrument.lotSize),
          [t('Entry price')]: formatToStep(snapshot.entryPrice, tickSize),
          [t('Mark price')]: formatToStep(position.markPrice, tickSize),
          [t('Current stop')]: formatToStep(present.stop || null, tickSize),
          [t('Current target')]: present.target === '' ? t('none') : formatToStep(present.target, tickSize),
        }}
      />
      <LegField
        label={t('Stop')}
        position={marked}
        price={requested.stop}
        wrong={warnings.stop}
        onChange={(stop) => setWritten({ ...written, stop })}
      />
      {warnings.widened !== undefined && <Warning>{warnings.widened}</Warning>}
      <LegField
        label={t('Target')}
        position={marked}
        price={requested.target}
        wrong={warnings.target}
        onChange={(target) => setWritten({ ...written, target })}
      />
      {requested.target !== '' && (
        <div>
          <button type="button" className="quiet-button" onClick={() => setWritten({ ...written, target: '' })}>
            {t('No target')}
          </button>
        </div>
      )}
      <p className="text-sm text-muted">{t('A new stop is placed before the old one is cancelled.')}</p>
    </ActionDialog>
  )
}

interface Moving {
  /** Current version of the position. */
  readonly position: Position
  readonly ended: string | undefined
  /** Initial prices of the fields, if not the current ones. */
  readonly requested: Partial<RequestedProtection> | undefined
  readonly onClose: () => void
}

interface Filling {
  readonly label: string
  readonly position: Position
  readonly price: string
  /** Error text when the price is on the wrong side. */
  readonly wrong: string | undefined
  readonly onChange: (price: string) => void
}

/** Price field with its distance from the mark price, and the result at that price. */
const LegField = ({ label, position, price, wrong, onChange }: Filling) => (
  <div className="grid gap-1">
    <Field label={label} inputMode="decimal" value={price} onChange={({ target }) => onChange(target.value.trim())} />
    {wrong === undefined ? <Outlook position={position} price={price} /> : <Warning>{wrong}</Warning>}
  </div>
)

const Outlook = ({ position, price }: Pick<Filling, 'position' | 'price'>) => (
  <p className="text-sm text-muted">
    {isAmount(price)
      ? rich('{percent}% from the mark price; PnL {profitLoss} USDT before fees', {
          percent: formatSigned(percentFrom(price, position.markPrice)),
          profitLoss: <ProfitLoss value={resultAt(position, price)} />,
        })
      : UNKNOWN}
  </p>
)

const Warning = ({ children }: { readonly children: string }) => (
  <p role="status" className="text-sm font-semibold text-warn">
    ! {children}
  </p>
)
