/** Dialogs of orders, in scripts of their own. */

import { lazyComponent } from '../ui/lazy-component.tsx'

export const CancelDialog = lazyComponent(async () => (await import('./cancel-dialog.tsx')).CancelDialog, {
  fallback: null,
})
export const AmendDialog = lazyComponent(async () => (await import('./amend-dialog.tsx')).AmendDialog, {
  fallback: null,
})
