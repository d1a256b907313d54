import { type KeyboardEvent, type ReactNode, type Ref, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { t } from '../messages/messages.ts'

/**
 * A button that acts after being held for one and a half seconds, with a pointer, Space or Enter. Releasing it earlier
 * does nothing. The times are those of the input events, so that a busy page does not lengthen the hold.
 */
export const HoldButton = ({ children, ref, kind = 'stop', isDisabled = false, onHeld }: Holding) => {
  const timer = useRef<number>(undefined)
  const heldSinceMs = useRef(0)
  const [isHeld, setHeld] = useState(false)
  const letGo = (): void => {
    clearTimeout(timer.current)
    timer.current = undefined
    setHeld(false)
  }
  const release = ({ timeStamp }: SyntheticEvent): void => {
    const isComplete = timer.current !== undefined && timeStamp - heldSinceMs.current >= HOLD_MS
    letGo()
    if (isComplete) onHeld()
  }
  const hold = ({ timeStamp }: SyntheticEvent): void => {
    if (timer.current !== undefined) return
    heldSinceMs.current = timeStamp
    setHeld(true)
    timer.current = window.setTimeout(() => {
      letGo()
      onHeld()
    }, HOLD_MS)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== ' ' && event.key !== 'Enter') return
    event.preventDefault()
    if (!event.repeat) hold(event)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  // What blocks the action while the button is held also ends the hold: a disabled button receives no events.
  useEffect(() => {
    if (!isDisabled) return
    clearTimeout(timer.current)
    timer.current = undefined
    setHeld(false)
  }, [isDisabled])
  return (
    <button
      ref={ref}
      type="button"
      data-held={isHeld}
      disabled={isDisabled}
      className={`relative touch-none overflow-hidden leading-tight select-none ${STYLES[kind].button}`}
      onPointerDown={(event) => event.button === 0 && hold(event)}
      onPointerUp={release}
      onPointerLeave={letGo}
      onPointerCancel={letGo}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={onKeyDown}
      onKeyUp={release}
      onBlur={letGo}
    >
      <span aria-hidden="true" className={`hold-fill absolute inset-0 ${STYLES[kind].fill}`} />
      <span className="relative">{children}</span>
      <span className="relative block text-2xs font-normal whitespace-nowrap">
        {isHeld ? t('keep holding') : t('hold 1.5 s')}
      </span>
    </button>
  )
}

const HOLD_MS = 1_500

const STYLES = {
  stop: {
    button:
      'min-h-10 rounded-md bg-stop px-3 text-sm font-bold whitespace-nowrap text-white max-sm:px-1 max-sm:text-xs',
    fill: 'bg-stop-held',
  },
  act: { button: 'act-button min-h-10', fill: 'bg-[rgb(0_0_0/0.4)]' },
} as const

interface Holding {
  readonly children: ReactNode
  readonly ref?: Ref<HTMLButtonElement>
  /** The emergency stop, or the primary button of a dialog. */
  readonly kind?: keyof typeof STYLES
  readonly isDisabled?: boolean
  readonly onHeld: () => void
}
