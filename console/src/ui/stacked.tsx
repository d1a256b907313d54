import type { ReactNode } from 'react'

/** Value with a secondary value below it. */
export const Stacked = ({ children, note }: { readonly children: ReactNode; readonly note: ReactNode }) => (
  <>
    {children}
    <span className="block text-sm font-normal text-muted">{note}</span>
  </>
)
