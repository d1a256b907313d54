import fastJson, { type Schema } from 'fast-json-stringify'

/** Writes a body as its schema has it: what the schema does not name is left out. */
type Print = (body: unknown) => string

/** A printer is made when the first answer of its kind is given: there are hundreds, and most are never given. */
export const compilePrinter = ({ schema }: { readonly schema: unknown }): Print => {
  let print: Print | undefined
  return (body) => {
    print ??= fastJson(schema as Schema)
    return print(body)
  }
}
