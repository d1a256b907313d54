import type { ReactNode } from 'react'

/** Section of expanded details, with a heading. */
export const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <div className="min-w-0">
    <h3 className="mb-1 text-sm text-muted">{title}</h3>
    {children}
  </div>
)
