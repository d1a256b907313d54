import { Prose } from '../figures/prose.tsx'

/** Paragraph with the remedy for a problem, or with the event to wait for. */
export const Remedy = ({ children }: { readonly children: string }) => (
  <p className="text-sm">
    <Prose>{children}</Prose>
  </p>
)
