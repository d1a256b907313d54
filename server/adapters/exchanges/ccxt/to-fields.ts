import { isRecord } from '../../../core/json.ts'

type Fields = Readonly<Record<string, unknown>>

const NONE: Fields = {}

/** The fields of something that came from outside; none of what is no object, or a list. */
export const toFields = (value: unknown): Fields => (isRecord(value) ? value : NONE)
