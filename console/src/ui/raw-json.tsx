import { useState } from 'react'

/** Something as it was told, whole; made into text only when somebody wants to see it. */
export const RawJson = ({ of }: { readonly of: unknown }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="text-accent underline">JSON</summary>
      {isOpen && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
        <pre tabIndex={0} className="mt-2 max-h-96 overflow-auto rounded border border-line bg-ground p-3 text-sm">
          {JSON.stringify(of, null, 2)}
        </pre>
      )}
    </details>
  )
}
