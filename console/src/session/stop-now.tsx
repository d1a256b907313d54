import type { components } from '@plimsoll/client'
import { useRef, useState } from 'react'
import { t } from '../messages/messages.ts'
import { HoldButton } from '../ui/hold-button.tsx'
import { Problem } from '../ui/problem.tsx'

/** Emergency stop button for pages outside the signed-in console; it must be held, not clicked. */
export const StopNow = ({ onStop }: StopWhileWaiting) => {
  const button = useRef<HTMLButtonElement>(null)
  const [progress, setProgress] = useState<Progress>()
  const stop = (): void => {
    setProgress({ name: 'waiting' })
    onStop().then(
      ({ phase }) => setProgress({ name: 'engaged', phase }),
      (error: unknown) => setProgress({ name: 'failed', error }),
    )
  }
  return (
    <>
      <HoldButton ref={button} onHeld={stop}>
        EMERGENCY STOP
      </HoldButton>
      {progress?.name === 'waiting' && <p role="status">{t('Stopping all trading…')}</p>}
      {progress?.name === 'engaged' && (
        <p role="status" className="font-semibold text-bad">
          {t('The emergency stop is engaged: {phase}', { phase: progress.phase })}
        </p>
      )}
      {progress?.name === 'failed' && (
        <Problem title={t('The emergency stop was not confirmed')} error={progress.error} />
      )}
    </>
  )
}

type StopResult = components['schemas']['StopResult']

export interface StopWhileWaiting {
  readonly onStop: () => Promise<StopResult>
}

type Progress =
  | { readonly name: 'waiting' }
  | { readonly name: 'engaged'; readonly phase: StopResult['phase'] }
  | { readonly name: 'failed'; readonly error: unknown }
