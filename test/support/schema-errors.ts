import { Ajv } from 'ajv'

const ajv = new Ajv({ strict: false })

/** Returns the schema violations of a body; null when it is valid. */
export const schemaErrors = (schema: object, body: unknown) => {
  const validate = ajv.compile(schema)
  validate(body)
  return validate.errors
}
