import { type ReactNode, useRef } from 'react'
import { t } from '../messages/messages.ts'
import { Dialog } from './dialog.tsx'

/** Modal dialog that displays information, with a close button. */
export const Modal = ({ title, children, onClose }: Showing) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const close = (
    <button type="button" className="quiet-button" onClick={() => dialog.current?.close()}>
      {t('Close')}
    </button>
  )
  return (
    <Dialog ref={dialog} title={title} beside={close} onClose={onClose}>
      {children}
    </Dialog>
  )
}

interface Showing {
  readonly title: string
  readonly children: ReactNode
  readonly onClose: () => void
}
