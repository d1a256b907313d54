import { Type } from 'typebox'

/** The query of a route that takes none: anything given is refused. */
export const NoQuery = Type.Object({}, { additionalProperties: false })
