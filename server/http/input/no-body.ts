import { Type } from 'typebox'

/** The body of a route that takes none: anything in it is refused. */
export const NoBody = Type.Unsafe<null>({ type: ['object', 'null'], properties: {}, additionalProperties: false })
