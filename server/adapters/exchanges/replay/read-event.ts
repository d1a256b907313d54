import { readLine } from './read-line.ts'
import { type ReplayedLine, scanLine } from './scan-line.ts'
import { eventOn, type Track } from './stage.ts'
import { checkedLine, type Survey } from './survey.ts'

/** What is played: a recording, its survey, and the state of its symbols. */
export interface Playback {
  readonly path: string
  readonly survey: Survey
  readonly tracks: ReadonlyMap<string, Track>
}

/**
 * Reads the event of a line; lines are numbered from 1. Throws a `MarketSourceError` if the line is not complete.
 */
export const readEvent = ({ path, survey, tracks }: Playback, text: string, number: number): ReplayedLine => {
  const scanned = scanLine(text, tracks)
  if (scanned) return scanned
  const { receivedMs, message } = checkedLine(readLine(text), path, number)
  const track = message && tracks.get(message.s ?? survey.snapshotOwners.get(number) ?? '')
  return { receivedMs, event: track && eventOn(track, message) }
}
