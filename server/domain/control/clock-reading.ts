/** The exchange's clock less ours, and how far that may be off: half of what the answer took. Null is not known. */
export interface ClockReading {
  readonly offsetMs: number | null
  readonly errorMs: number | null
}

/** Returns the maximum difference of the clocks, ms; null while the offset or its uncertainty is not known. */
export const computeClockError = ({ offsetMs, errorMs }: ClockReading): number | null =>
  offsetMs === null || errorMs === null ? null : Math.abs(offsetMs) + errorMs

/** Returns whether the clocks really differ; otherwise the responses of the exchange take too long to measure it. */
export const isClockOffset = ({ offsetMs, errorMs }: ClockReading): boolean =>
  offsetMs !== null && errorMs !== null && Math.abs(offsetMs) > errorMs

export const OFFSET_REMEDY = 'synchronise the clock of this machine'
export const UNCERTAIN_REMEDY =
  'the exchange answers too slowly to compare clocks; check the connection and the load of this machine'

/** Offset and uncertainty with what to do about them, as a sentence. */
export const clockNote = (reading: ClockReading): string => {
  const { offsetMs, errorMs } = reading
  if (offsetMs === null || errorMs === null) return 'The exchange has not reported its time yet.'
  const remedy = isClockOffset(reading) ? OFFSET_REMEDY : UNCERTAIN_REMEDY
  return `Clock offset ${Math.round(offsetMs)} ms, uncertainty ${Math.round(errorMs)} ms: ${remedy}.`
}
