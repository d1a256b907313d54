import type { ReactNode } from 'react'

interface Naming {
  readonly name: string
  /** Unit, hidden in narrow layouts. */
  readonly unit?: string
  readonly children: ReactNode
}

/** A value of the bar behind its name. */
export const Named = ({ name, unit, children }: Naming) => (
  <div className="flex items-baseline gap-2 whitespace-nowrap max-sm:gap-1">
    <dt className="text-sm text-muted max-sm:text-xs">
      {name}
      {unit !== undefined && <span className="max-sm:hidden"> {unit}</span>}
    </dt>
    <dd className="font-semibold">{children}</dd>
  </div>
)
