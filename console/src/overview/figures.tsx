import type { ReactNode } from 'react'

/** Names and values, the values under each other. */
export const Figures = ({ of }: { readonly of: Readonly<Record<string, ReactNode>> }) => (
  <dl className="grid gap-1.5">
    {Object.entries(of).map(([name, value]) => (
      <div key={name} className="flex items-baseline justify-between gap-4">
        <dt className="text-muted">{name}</dt>
        <dd className="text-right font-semibold">{value}</dd>
      </div>
    ))}
  </dl>
)
