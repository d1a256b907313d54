/** Buttons of a position, and the dialogs that close, reverse or protect it. */

import { ArrowUpDown, type LucideIcon, Pencil, X } from 'lucide-react'
import { useState } from 'react'
import { t } from '../messages/messages.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import type { Position } from './position-figures.ts'
import type { RequestedProtection } from './protection-patch.ts'

interface PositionAction {
  readonly what: 'close' | 'protect' | 'reverse'
  readonly position: Position
  /** Initial stop and target prices of the dialog, if not the current ones. */
  readonly requested?: Partial<RequestedProtection>
}

/** Returns the dialog of the pending action on a position, and a function that opens one. */
export const usePositionAction = (positions: readonly Position[] | undefined, onClosed?: () => void) => {
  const [action, setAction] = useState<PositionAction>()
  const close = (): void => {
    setAction(undefined)
    onClosed?.()
  }
  const dialog = action && <Dialog action={action} positions={positions} onClose={close} />
  return { dialog, open: setAction }
}

interface Acting {
  readonly position: Position
  readonly onAction: (action: PositionAction) => void
}

/** Buttons of a position; in a dense table they are icons where it is narrow. */
export const PositionActions = ({ position, onAction }: Acting) => {
  const { symbol } = position
  return (
    <>
      <ActionButton
        icon={Pencil}
        name={t('Edit SL/TP')}
        about={t('of {symbol}', { symbol })}
        onPress={() => onAction({ what: 'protect', position })}
      />
      <ActionButton
        icon={ArrowUpDown}
        name={t('Reverse')}
        about={symbol}
        onPress={() => onAction({ what: 'reverse', position })}
      />
      <ActionButton
        icon={X}
        name={t('position|Close')}
        about={symbol}
        onPress={() => onAction({ what: 'close', position })}
      />
    </>
  )
}

interface Pressing {
  readonly icon: LucideIcon
  readonly name: string
  /** Rest of the accessible name. */
  readonly about: string
  readonly onPress: () => void
}

const ActionButton = ({ icon: Icon, name, about, onPress }: Pressing) => (
  <button type="button" className="quiet-button text-sm" title={`${name} ${about}`} onClick={onPress}>
    <Icon aria-hidden="true" className="hidden size-3.5 in-[.dense]:@min-xl:@max-5xl:inline" />
    <span className="in-[.dense]:@min-xl:@max-5xl:sr-only">{name}</span>
    <span className="sr-only"> {about}</span>
  </button>
)

const CloseDialog = lazyComponent(async () => (await import('./close-dialog.tsx')).CloseDialog, { fallback: null })
const ProtectionDialog = lazyComponent(async () => (await import('./protection-dialog.tsx')).ProtectionDialog, {
  fallback: null,
})
const ReverseDialog = lazyComponent(async () => (await import('./reverse-dialog.tsx')).ReverseDialog, {
  fallback: null,
})

interface Opened {
  readonly action: PositionAction
  /** Currently open positions; undefined until known. */
  readonly positions: readonly Position[] | undefined
  readonly onClose: () => void
}

const Dialog = ({ action: { what, position, requested }, positions, onClose }: Opened) => {
  const present = positions?.find(({ id }) => id === position.id)
  const about = {
    position: present ?? position,
    ended: positions && !present ? t('This position is closed: no further requests are sent.') : undefined,
    onClose,
  }
  if (what === 'reverse') return <ReverseDialog {...about} />
  return what === 'close' ? <CloseDialog {...about} /> : <ProtectionDialog {...about} requested={requested} />
}
