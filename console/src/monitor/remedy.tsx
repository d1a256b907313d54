import { Prose } from '../figures/prose.tsx'

/** Remedy for a problem, or what to wait for. */
export const Remedy = ({ children }: { readonly children: string }) => (
  <p className="text-sm">
    <Prose>{children}</Prose>
  </p>
)
