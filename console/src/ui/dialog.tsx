import { type ReactNode, type RefObject, useEffect, useId } from 'react'

/** Modal dialog; Esc closes it and returns the focus to the previous element. */
export const Dialog = ({ ref, title, beside, children, onClose }: DialogProps) => {
  const id = useId()
  useEffect(() => ref.current?.showModal(), [ref])
  return (
    <dialog
      ref={ref}
      aria-labelledby={id}
      onClose={onClose}
      className="m-auto w-full max-w-lg rounded-lg border border-edge bg-raised p-4 text-ink backdrop:bg-ground/80"
    >
      <div className="mb-3 flex items-center justify-between gap-4">
        <h2 id={id} className="text-lg font-semibold">
          {title}
        </h2>
        {beside}
      </div>
      {children}
    </dialog>
  )
}

interface DialogProps {
  readonly ref: RefObject<HTMLDialogElement | null>
  readonly title: string
  /** Content next to the title. */
  readonly beside?: ReactNode
  readonly children: ReactNode
  readonly onClose: () => void
}
