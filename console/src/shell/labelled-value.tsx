import type { ReactNode } from 'react'

/** Labelled value of the top bar: the label above the value, or before it on a phone. */
export const LabelledValue = ({ name, short = name, unit, look = '', children }: Labelling) => (
  <div className={`grid content-center whitespace-nowrap leading-tight max-sm:flex max-sm:gap-1 ${look}`}>
    <dt className="text-2xs text-muted max-sm:text-xs">
      <span className="max-sm:hidden">{name}</span>
      <span className="sm:hidden">{short}</span>
      {unit !== undefined && <span className="max-sm:hidden"> {unit}</span>}
    </dt>
    <dd className="font-semibold">{children}</dd>
  </div>
)

interface Labelling {
  readonly name: string
  /** Name in narrow layouts. */
  readonly short?: string
  /** Unit, hidden in narrow layouts. */
  readonly unit?: string
  readonly look?: string
  readonly children: ReactNode
}
