/** Recorded answers of a server, from which the console is displayed without one: always the same, at the same time. */

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'

/** What a server answered, near one moment. */
export interface Recording {
  /** Time at which the console is displayed. */
  readonly atMs: number
  /** Bodies of the REST API, by method, address and body of the request. */
  readonly answers: Record<string, unknown>
  /** Data of the first snapshot of each channel of the stream. */
  readonly channels: Record<string, unknown>
}

const FILE = join(import.meta.dirname, 'recording.json.gz')

export const readRecording = (): Recording => JSON.parse(gunzipSync(readFileSync(FILE)).toString())

export const writeRecording = (recording: Recording): void =>
  writeFileSync(FILE, gzipSync(JSON.stringify(recording), { level: 9 }))
