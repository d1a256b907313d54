import type { ReactNode } from 'react'

/** Main figures of a screen in one row, each below its label; in narrow layouts in several rows. */
export const Tiles = ({ of }: { readonly of: Readonly<Record<string, ReactNode>> }) => (
  <dl className="mb-4 grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-3 lg:grid-cols-6">
    {Object.entries(of).map(([name, value]) => (
      <div key={name} className="min-w-0 bg-raised px-4 py-2.5">
        <dt className="text-sm text-muted">{name}</dt>
        <dd className="text-lg font-semibold">{value}</dd>
      </div>
    ))}
  </dl>
)
