import type { components } from '@plimsoll/client'
import { plural } from '../messages/messages.ts'

/** `Blocked by 2 checks` when the preview refuses the order; undefined otherwise, and while there is no preview. */
export const blockedBy = (preview: Previewed | undefined): string | undefined => {
  if (preview?.decision.verdict !== 'DENIED') return undefined
  const count = preview.decision.gates.filter(({ enforced, pass }) => enforced && !pass).length
  return plural(count, 'Blocked by {count} check', 'Blocked by {count} checks')
}

type Previewed = Pick<components['schemas']['OrderPreview'], 'decision'>
