import type { ReactNode } from 'react'

/** A value, and under it what belongs to it. */
export const Stacked = ({ children, note }: { readonly children: ReactNode; readonly note: ReactNode }) => (
  <>
    {children}
    <span className="block text-sm font-normal text-muted">{note}</span>
  </>
)
