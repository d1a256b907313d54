import { useState } from 'react'

/** Expandable JSON of a value; serialised only when expanded. */
export const RawJson = ({ of }: { readonly of: unknown }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="text-accent underline">JSON</summary>
      {isOpen && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
        <pre tabIndex={0} className="mt-2 max-h-96 overflow-auto rounded border border-line bg-ground p-3 text-sm">
          {JSON.stringify(of, null, 2)}
        </pre>
      )}
    </details>
  )
}
