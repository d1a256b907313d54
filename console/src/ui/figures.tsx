import type { ReactNode } from 'react'

/** List of labels and values, one pair per line; in wide containers in several columns. */
export const Figures = ({ of, isHorizontal = false }: Naming) => (
  <dl
    className={
      isHorizontal
        ? 'flex flex-wrap gap-x-8 gap-y-2 max-sm:grid max-sm:grid-cols-2 max-sm:gap-x-4'
        : 'grid grid-cols-[repeat(auto-fit,minmax(min(100%,20rem),1fr))] content-start gap-x-10 gap-y-1.5'
    }
  >
    {Object.entries(of).map(([name, value]) => (
      <div key={name} className={isHorizontal ? 'min-w-0' : 'flex flex-wrap items-baseline justify-between gap-x-4'}>
        <dt className={isHorizontal ? 'text-sm text-muted' : 'text-muted'}>{name}</dt>
        <dd
          className={
            isHorizontal ? 'font-semibold' : 'ml-auto min-w-0 text-right font-semibold [overflow-wrap:anywhere]'
          }
        >
          {value}
        </dd>
      </div>
    ))}
  </dl>
)

interface Naming {
  readonly of: Readonly<Record<string, ReactNode>>
  /** True when the values are in a row, each below its label. */
  readonly isHorizontal?: boolean
}
