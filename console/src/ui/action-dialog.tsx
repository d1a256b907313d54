import { type ReactNode, useEffect, useRef, useState } from 'react'
import { t } from '../messages/messages.ts'
import { errorDetail } from '../rest/error-detail.ts'
import { isOutcomeUnknown } from '../rest/is-outcome-unknown.ts'
import { Dialog } from './dialog.tsx'
import { HoldButton } from './hold-button.tsx'
import { useNotify } from './notices.tsx'
import { Problem } from './problem.tsx'

/**
 * Confirmation dialog of an action that moves money. Initially the cancel button has the focus; Esc closes it, while a
 * pending request continues and its failure is reported.
 */
export const ActionDialog = (acting: Acting) => {
  const { title, children, act, back = t('Cancel'), look = 'act-button', isDisabled = false, isHeld = false } = acting
  const { filled, age, ended, onAct, onClose } = acting
  const dialog = useRef<HTMLDialogElement>(null)
  const [isActing, setActing] = useState(false)
  const [failed, setFailed] = useState<Failed>()
  const currentFailure = failed?.filled === filled ? failed : undefined
  const wayBack = useRef<HTMLButtonElement>(null)
  const notify = useNotify()
  useEffect(() => {
    wayBack.current?.focus({ preventScroll: true })
    dialog.current?.scrollTo(0, 0)
  }, [])
  const perform = async (): Promise<void> => {
    setActing(true)
    setFailed(undefined)
    try {
      await onAct()
      dialog.current?.close()
    } catch (failure) {
      if (!dialog.current) return notify(`${failureTitle(failure)}: ${act}. ${errorDetail(failure)}`)
      setFailed({ error: failure, filled })
      setActing(false)
    }
  }
  const isActDisabled = isActing || isDisabled || ended !== undefined
  return (
    <Dialog ref={dialog} title={title} onClose={onClose}>
      <div className="grid grid-cols-1 gap-3">
        {age}
        {children}
        {ended !== undefined && !isActing && <Ended>{ended}</Ended>}
        {currentFailure && <Problem title={failureTitle(currentFailure.error)} error={currentFailure.error} />}
        <div className="sticky -bottom-4 -mb-4 flex flex-wrap justify-end gap-2 bg-raised py-4 max-sm:*:grow">
          <button ref={wayBack} type="button" className="quiet-button" onClick={() => dialog.current?.close()}>
            {isActing || ended !== undefined ? t('Close') : back}
          </button>
          {isHeld ? (
            <HoldButton kind="act" isDisabled={isActDisabled} onHeld={() => void perform()}>
              {isActing ? t('Sending…') : act}
            </HoldButton>
          ) : (
            <button type="button" className={look} disabled={isActDisabled} onClick={() => void perform()}>
              {isActing ? t('Sending…') : act}
            </button>
          )}
        </div>
      </div>
    </Dialog>
  )
}

interface Acting {
  readonly title: string
  /** Summary of the action: size, price, remainder. */
  readonly children: ReactNode
  /** Description of the action: "Close 0.5 BTCUSDT at market". */
  readonly act: string
  /** Label of the cancel button, where "Cancel" could be mistaken for the action. */
  readonly back?: string
  /** Classes of the button that is clicked for the action. */
  readonly look?: string
  readonly isDisabled?: boolean
  /** True when the action affects several orders, so that its button must be held, not clicked. */
  readonly isHeld?: boolean
  /** Entered values, as a string: the last error is cleared when they change. */
  readonly filled?: string
  /** Age of the displayed data. */
  readonly age?: ReactNode
  /** Message when the subject of the action, such as a position, has ended; no request can be sent then. */
  readonly ended?: string | undefined
  /** Performs the action; an error is displayed in the dialog, and the user can try again. */
  readonly onAct: () => Promise<void>
  readonly onClose: () => void
}

interface Failed {
  readonly error: unknown
  readonly filled: string | undefined
}

const Ended = ({ children }: { readonly children: string }) => (
  <p role="alert" className="border-l-4 border-warn pl-3 font-semibold text-warn">
    ! {children}
  </p>
)

const failureTitle = (error: unknown): string => (isOutcomeUnknown(error) ? t('Result unknown') : t('Request failed'))
