import type { ReactNode } from 'react'

/** Frame of a ticket field: label inside on the left, then the input and its unit. */
export const InsetField = ({ htmlFor, label, isInvalid, children }: Framing) => (
  <div
    className={`filling flex items-center gap-2 has-[input:focus-visible,select:focus-visible]:outline-3 has-[input:focus-visible,select:focus-visible]:outline-accent ${isInvalid ? 'border-bad' : ''}`}
  >
    <label htmlFor={htmlFor} className="whitespace-nowrap text-muted">
      {label}
    </label>
    {children}
  </div>
)

interface Framing {
  readonly htmlFor: string
  readonly label: string
  readonly isInvalid: boolean
  readonly children: ReactNode
}
