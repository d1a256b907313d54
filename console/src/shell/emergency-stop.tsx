import { useEffect, useRef } from 'react'
import { useSignedIn } from '../session/signed-in.ts'
import type { OnAsked } from './asked.ts'
import { HoldButton } from './hold-button.tsx'

/** Stops all trading for good. Held, not clicked; Alt+Shift+X leads to it. */
export const EmergencyStop = ({ onAsked }: { readonly onAsked: OnAsked }) => {
  const { client } = useSignedIn()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const lead = ({ altKey, shiftKey, code }: KeyboardEvent): void => {
      if (altKey && shiftKey && code === 'KeyX') button.current?.focus()
    }
    window.addEventListener('keydown', lead)
    return () => window.removeEventListener('keydown', lead)
  }, [])
  const stop = (): void => {
    onAsked({ what: 'stop', name: 'waiting' })
    client.emergencyStop({ reason: 'Emergency stop in the console' }).then(
      (result) => onAsked({ what: 'stop', name: 'answered', result }),
      (error: unknown) => onAsked({ what: 'stop', name: 'failed', error }),
    )
  }
  return (
    <HoldButton ref={button} onHeld={stop}>
      EMERGENCY STOP
    </HoldButton>
  )
}
