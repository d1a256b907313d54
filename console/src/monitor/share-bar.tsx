/** Progress bar for a share from 0 to 1; hidden from screen readers, as the number is beside it. */
export const ShareBar = ({ share, look = 'w-24' }: { readonly share: number; readonly look?: string }) => (
  <span aria-hidden="true" className={`inline-block h-1.5 overflow-hidden rounded-full bg-line ${look}`}>
    <span className="block h-full bg-accent" style={{ width: `${share * 100}%` }} />
  </span>
)
