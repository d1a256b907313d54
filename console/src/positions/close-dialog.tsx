import { useState } from 'react'
import { getSign } from '../figures/decimal.ts'
import { formatToStep, formatUsdt, UNKNOWN, withPercent } from '../figures/numbers.ts'
import { ProfitLoss } from '../figures/profit-loss.tsx'
import { t } from '../messages/messages.ts'
import type { Attempt } from '../rest/keyed-act.ts'
import type { CloseRequest } from '../rest/sent-requests.ts'
import { ActionDialog } from '../ui/action-dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Figures } from '../ui/figures.tsx'
import { closeEffect } from './close-effect.ts'
import { HeldByAutotrading } from './held-by-autotrading.tsx'
import { type Position, partialQty } from './position-figures.ts'
import { PositionsAge } from './positions-age.tsx'
import { useClose } from './use-close.ts'

/**
 * Dialog that closes a position at market, in whole or in part. A request without an answer can only be repeated
 * unchanged.
 */
export const CloseDialog = ({ position, ended, onClose }: Closing) => {
  const [qty, setQty] = useState(position.qty)
  const [reason, setReason] = useState('')
  const { attempt, close } = useClose(position)
  const effect = closeEffect(position, qty)
  const request: CloseRequest = { qty: effect?.isAll ? 'ALL' : qty, ...(reason !== '' && { reason }) }
  return (
    <ActionDialog
      title={t('Close {position}?', { position: positionName(position) })}
      act={describeAction(position, attempt?.body ?? { qty: effect ? qty : null })}
      isDisabled={attempt ? attempt.name === 'pending' : effect === undefined}
      filled={qty}
      age={<PositionsAge positions={[position]} />}
      ended={ended}
      onAct={() => close(attempt?.body ?? request)}
      onClose={onClose}
    >
      {attempt ? (
        <OpenAttempt attempt={attempt} />
      ) : (
        <>
          <HeldByAutotrading position={position}>
            {effect?.isAll === false
              ? t('closing part of it puts the rest under manual control, without its planned exit.')
              : t('closing it cancels its planned exit.')}
          </HeldByAutotrading>
          <Amount position={position} qty={qty} onChoose={setQty} />
          <Field
            label={t('Reason (audit log)')}
            required={false}
            maxLength={200}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        </>
      )}
    </ActionDialog>
  )
}

const SHARES = [25, 50, 100] as const

interface Closing {
  readonly position: Position
  readonly ended: string | undefined
  readonly onClose: () => void
}

const positionName = ({ symbol, direction }: Position): string => `${symbol} ${direction}`

const describeAction = (position: Position, { qty = 'ALL' }: { readonly qty?: string | null }): string =>
  t('Close {qty} {position} at market', {
    qty: qty === 'ALL' ? t('all of') : formatToStep(qty, position.instrument.lotSize),
    position: positionName(position),
  })

const OpenAttempt = ({ attempt: { name, body } }: { readonly attempt: Attempt<CloseRequest> }) => (
  <>
    {name === 'pending' ? (
      <p>{t('Sending the request…')}</p>
    ) : (
      <p>{t('The previous request got no response. Sending it again does not execute it twice.')}</p>
    )}
    {body.reason !== undefined && <p>{t('Reason (audit log): {reason}', { reason: body.reason })}</p>}
  </>
)

interface Choosing {
  readonly position: Position
  readonly qty: string
  readonly onChoose: (qty: string) => void
}

/** Quantity to close, and the resulting PnL. */
const Amount = ({ position, qty, onChoose }: Choosing) => {
  const effect = closeEffect(position, qty)
  const { lotSize } = position.instrument
  return (
    <>
      <Field
        label={t('Quantity')}
        inputMode="decimal"
        value={qty}
        onChange={({ target }) => onChoose(target.value.trim())}
      />
      <Shares position={position} onChoose={onChoose} />
      <Figures
        of={{
          [t('Remaining')]: effect ? formatToStep(effect.left, lotSize) : UNKNOWN,
          [t('Value at mark price, USDT')]: formatUsdt(effect?.worth),
          [t('Estimated PnL before fees')]: <ProfitLoss value={effect?.result} />,
        }}
      />
      <p className="text-sm text-muted">
        {effect
          ? t('The order is reduce-only. The stop remains until the position is flat.')
          : t('Enter a quantity up to {qty}, in steps of {lotSize}.', {
              qty: position.qty,
              lotSize,
            })}
      </p>
    </>
  )
}

const Shares = ({ position, onChoose }: Omit<Choosing, 'qty'>) => (
  <fieldset className="flex gap-2">
    <legend className="sr-only">{t('Part of the position')}</legend>
    {SHARES.map((percent) => (
      <button
        key={percent}
        type="button"
        className="quiet-button"
        disabled={getSign(partialQty(position, percent)) === 0}
        onClick={() => onChoose(percent === 100 ? position.qty : partialQty(position, percent))}
      >
        {withPercent(percent)}
      </button>
    ))}
  </fieldset>
)
