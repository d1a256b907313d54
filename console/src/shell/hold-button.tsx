import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import { t } from '../messages/messages.ts'

/**
 * A button that acts after being held for one and a half seconds, with a pointer, Space or Enter. Releasing it earlier
 * does nothing.
 */
export const HoldButton = ({ children, ref, onHeld }: Holding) => {
  const timer = useRef<number>(undefined)
  const [isHeld, setHeld] = useState(false)
  const letGo = (): void => {
    clearTimeout(timer.current)
    timer.current = undefined
    setHeld(false)
  }
  const hold = (): void => {
    if (timer.current !== undefined) return
    setHeld(true)
    timer.current = window.setTimeout(() => {
      letGo()
      onHeld()
    }, HOLD_MS)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== ' ' && event.key !== 'Enter') return
    event.preventDefault()
    if (!event.repeat) hold()
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <button
      ref={ref}
      type="button"
      data-held={isHeld}
      className="relative min-h-10 touch-none overflow-hidden rounded-md bg-stop px-3 text-sm leading-tight font-bold whitespace-nowrap text-white select-none max-sm:px-1 max-sm:text-xs"
      onPointerDown={(event) => event.button === 0 && hold()}
      onPointerUp={letGo}
      onPointerLeave={letGo}
      onPointerCancel={letGo}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={onKeyDown}
      onKeyUp={letGo}
      onBlur={letGo}
    >
      <span aria-hidden="true" className="hold-fill absolute inset-0 bg-stop-held" />
      <span className="relative">{children}</span>
      <span className="relative block text-2xs font-normal whitespace-nowrap">
        {isHeld ? t('keep holding') : t('hold 1.5 s')}
      </span>
    </button>
  )
}

const HOLD_MS = 1_500

interface Holding {
  readonly children: ReactNode
  readonly ref: Ref<HTMLButtonElement>
  readonly onHeld: () => void
}
