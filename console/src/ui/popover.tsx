import { type ReactNode, type ToggleEvent, useId, useState } from 'react'

/** Button with a popover below it; Esc or a click elsewhere closes it. */
export const Popover = ({
  button,
  name,
  look = 'quiet-button whitespace-nowrap',
  title,
  children,
  onToggle,
}: Popping) => {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const toggle = ({ newState }: ToggleEvent): void => {
    setOpen(newState === 'open')
    onToggle?.()
  }
  return (
    <>
      <button type="button" popoverTarget={id} aria-label={name} className={look}>
        {button}
      </button>
      <section
        id={id}
        popover="auto"
        aria-label={title}
        onToggle={toggle}
        className="popped max-h-[70vh] w-80 max-w-[calc(100vw-1.5rem)] overflow-y-auto rounded-lg border border-edge bg-raised p-4 text-ink shadow-lg"
      >
        {isOpen && (
          <>
            <h2 className="mb-2 font-semibold">{title}</h2>
            {children}
          </>
        )}
      </section>
    </>
  )
}

interface Popping {
  /** Content of the button; an icon needs a `name` as its label. */
  readonly button: ReactNode
  readonly name?: string
  /** Classes of the button. */
  readonly look?: string
  /** Heading of the popover. */
  readonly title: string
  readonly children: ReactNode
  /** Called when the popover opens or closes. */
  readonly onToggle?: () => void
}
