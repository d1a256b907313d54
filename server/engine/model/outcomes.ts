import type { CommandOutcome, CommandRefusal } from './events.ts'

export const DONE: CommandOutcome = { kind: 'done' }

export const refused = (refusal: CommandRefusal): CommandOutcome => ({ kind: 'refused', refusal })
