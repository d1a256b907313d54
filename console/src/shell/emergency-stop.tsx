import { useEffect, useRef } from 'react'
import { useShortcut } from '../keyboard/shortcut-keys.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { HoldButton } from '../ui/hold-button.tsx'
import type { OnControlRequest } from './control-requests.ts'

/**
 * Button that stops all trading until the host clears the stop. It must be held, not clicked; its shortcut or a press
 * closes any dialog.
 */
export const EmergencyStop = ({ onRequest }: { readonly onRequest: OnControlRequest }) => {
  const { client } = useSignedIn()
  const button = useRef<HTMLButtonElement>(null)
  useShortcut('stop', () => leadTo(button.current))
  useEffect(() => {
    const onPress = (press: PointerEvent): void => {
      if (isBehindDialog(press) && isWithin(press, button.current)) leadTo(button.current)
    }
    window.addEventListener('pointerdown', onPress)
    return () => window.removeEventListener('pointerdown', onPress)
  }, [])
  const stop = (): void => {
    onRequest({ stop: { name: 'waiting' } })
    client.emergencyStop({ reason: 'Emergency stop in the console' }).then(
      (result) => onRequest({ stop: { name: 'answered', result } }),
      (error: unknown) => onRequest({ stop: { name: 'failed', error } }),
    )
  }
  return (
    <HoldButton ref={button} onHeld={stop}>
      EMERGENCY STOP
    </HoldButton>
  )
}

const leadTo = (button: HTMLElement | null): void => {
  for (const dialog of document.querySelectorAll('dialog')) dialog.close()
  button?.focus()
}

/** Returns whether a press lands behind a dialog, which captures every press on the page. */
const isBehindDialog = (press: PointerEvent): boolean =>
  press.target instanceof HTMLDialogElement && !isWithin(press, press.target)

const isWithin = ({ clientX, clientY }: PointerEvent, element: HTMLElement | null): boolean => {
  if (!element) return false
  const { left, right, top, bottom } = element.getBoundingClientRect()
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom
}
