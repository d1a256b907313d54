import type { Message } from '../../server/messenger/ports.ts'

/** Creates an alert message. */
export const aMessage = (parts: Partial<Message> = {}): Message => ({
  id: 'msg_01KDXYZ7QE0000000000000000',
  type: 'alert',
  title: 'CRITICAL: protection-blocker-truth UNPROTECTED',
  text: 'One position of 1 has no verified stop.\nNext: plimsoll status.',
  severity: 'CRITICAL',
  atMs: Date.UTC(2026, 0, 2, 3, 4, 5, 678),
  data: { changes: [{ surface: 'protection-blocker-truth' }] },
  ...parts,
})
