import type { ReactNode } from 'react'

/** Value with a secondary value below it, or beside it in a docked table, whose rows are one line. */
export const Stacked = ({ children, note }: { readonly children: ReactNode; readonly note: ReactNode }) => (
  <>
    {children} <span className="block text-sm font-normal text-muted in-data-[look=fills]:inline">{note}</span>
  </>
)
