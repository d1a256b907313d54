import { SECOND_MS } from '../../core/instant.ts'
import type { HttpAnswers, StreamStanding } from '../../monitor/inputs/http.ts'
import type { ProcessFigures } from '../../monitor/inputs/observation.ts'
import { always, type Reader } from '../reader.ts'

/** Reports the event-loop delay since the previous sample. */
const EVERY_MS = 10 * SECOND_MS

export const processFiguresReader: Reader<ProcessFigures> = {
  at: 'BACKGROUND',
  everyMs: EVERY_MS,
  read: ({ processFigures }, nowMs) => ({ value: processFigures(), observedAtMs: nowMs }),
}

export const httpAnswersReader = always<HttpAnswers>(({ httpAnswers }, nowMs) => ({
  value: httpAnswers(),
  observedAtMs: nowMs,
}))

export const streamStandingReader: Reader<StreamStanding> = {
  at: 'SNAPSHOT',
  everyMs: 0,
  read({ streamStanding }, nowMs) {
    const standing = streamStanding()
    return standing && { value: standing, observedAtMs: nowMs }
  },
}
