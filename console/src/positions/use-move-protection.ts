import { PlimsollError } from '@plimsoll/client'
import { t } from '../messages/messages.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { useNotify } from '../ui/notices.tsx'
import type { Position } from './position-figures.ts'
import type { ProtectionPatch } from './protection-patch.ts'

/** Moves stop and target of a position version. If it has changed since, `onChanged` receives the current position. */
export const useMoveProtection = (onChanged: (position: Position) => void): MoveProtection => {
  const { client, live } = useSignedIn()
  const notify = useNotify()
  const readAgain = async ({ id, symbol }: Position): Promise<PlimsollError> => {
    const query = { symbol, status: 'OPEN,CLOSING' }
    const { data } = await client.rest.GET('/api/v381/trading/positions', { params: { query } })
    const position = data.items.find((item) => item.id === id)
    if (position) {
      live.positions.put(position)
      onChanged(position)
    }
    return position ? HAS_CHANGED : HAS_ENDED
  }
  return async (snapshot, patch) => {
    const params = { path: { id: snapshot.id }, header: { 'if-match': `"${snapshot.version}"` } }
    const moving = client.rest.PATCH('/api/v381/trading/positions/{id}/sl-tp', { params, body: patch })
    const { data } = await moving.catch(async (failure: unknown) => {
      const isOutdated = failure instanceof PlimsollError && failure.code === 'PRECONDITION_FAILED'
      throw isOutdated ? await readAgain(snapshot) : failure
    })
    live.positions.put(data)
    notify(`${snapshot.symbol}: ${stands(data) ? t('stop and target confirmed by the exchange.') : NOT_CONFIRMED}`)
  }
}

type MoveProtection = (snapshot: Position, patch: ProtectionPatch) => Promise<void>

/**
 * Returns whether stop and target rest at the requested prices: the response may arrive while only the old stop is
 * open.
 */
const stands = ({ protection: { state, stopLoss, takeProfit } }: Position): boolean =>
  state === 'VERIFIED' && [stopLoss, takeProfit].every((leg) => leg?.standingTriggerPrice === leg?.triggerPrice)

const NOT_CONFIRMED = t('requested. The exchange has not confirmed it yet; the old one stays open until then.')

const HAS_CHANGED = new PlimsollError({
  code: 'PRECONDITION_FAILED',
  detail: t('The position has changed. The current values are shown.'),
  remedy: t('Review the current values and try again.'),
})

const HAS_ENDED = new PlimsollError({
  code: 'PRECONDITION_FAILED',
  detail: t('The position is no longer open.'),
  remedy: t('Close this dialog; there is nothing left to protect.'),
})
