import type { components } from '@plimsoll/client'

/** `Blocked by 2 checks` when the preview refuses the order; undefined otherwise, and while there is no preview. */
export const blockedBy = (preview: Previewed | undefined): string | undefined => {
  if (preview?.decision.verdict !== 'DENIED') return undefined
  const count = preview.decision.gates.filter(({ enforced, pass }) => enforced && !pass).length
  return `Blocked by ${count} ${count === 1 ? 'check' : 'checks'}`
}

type Previewed = Pick<components['schemas']['OrderPreview'], 'decision'>
