import { useState } from 'react'
import { t } from '../messages/messages.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import type { Position } from './position-figures.ts'

/** Button that closes all positions after confirmation; absent for fewer than two positions. */
export const CloseAll = ({ positions = [] }: { readonly positions: readonly Position[] | undefined }) => {
  const [begun, setBegun] = useState<readonly Position[]>()
  return (
    <>
      {positions.length > 1 && (
        <button type="button" className="quiet-button text-sm" onClick={() => setBegun(positions)}>
          {t('Close all ({length})', { length: positions.length })}
        </button>
      )}
      {begun && <CloseAllDialog begun={begun} positions={positions} onClose={() => setBegun(undefined)} />}
    </>
  )
}

const CloseAllDialog = lazyComponent(async () => (await import('./close-all-dialog.tsx')).CloseAllDialog, {
  fallback: null,
})
