import { escapeHtml, proseHtml } from '../pages/page.ts'
import { nameIn, type PlainSchema } from './shared-schemas.ts'

/** The fields of a schema as a list, with those of what is inside below each; what has a name is linked to it. */
export const fieldList = (schema: PlainSchema): string => {
  const { properties, required = [] } = objectIn(schema) ?? {}
  if (!properties) return ''
  const lines = Object.entries(properties).map(([name, field]) =>
    formatLine(name, field, { optional: !required.includes(name) }),
  )
  return `<ul class="fields">${lines.join('')}</ul>`
}

/** The type of a value in one line; what has a name is linked to it. */
export const typeHtml = (schema: PlainSchema): string => {
  const { $ref, anyOf, type, items } = schema
  if ($ref) return `<a href="#${nameIn($ref)}">${nameIn($ref)}</a>`
  if ('const' in schema) return escapeHtml(JSON.stringify(schema.const))
  if (schema.enum) return schema.enum.map((value) => escapeHtml(JSON.stringify(value))).join(' | ')
  if (anyOf) return anyOf.map(typeHtml).join(' or ')
  if (isTuple(items)) return `[${items.map(typeHtml).join(', ')}]`
  if (items) return `list of ${typeHtml(items)}`
  return [type ?? 'any'].flat().join(' or ')
}

const formatLine = (name: string, field: PlainSchema, { optional }: { readonly optional: boolean }): string => {
  const about = field.description === undefined ? '' : ` ${proseHtml(field.description)}`
  const type = `<span class="type">${typeHtml(field)}${optional ? ', may be left out' : ''}</span>`
  return `<li><code>${escapeHtml(name)}</code> ${type}${about}${fieldList(field)}</li>`
}

/** Object inside a schema, also in a list or beside null. */
const objectIn = (schema: PlainSchema): PlainSchema | undefined => {
  if (schema.properties) return schema
  const { items, anyOf, patternProperties = {} } = schema
  const inner = [isTuple(items) ? [] : (items ?? []), anyOf ?? [], Object.values(patternProperties)].flat()
  return inner.map(objectIn).find((match) => match !== undefined)
}

const isTuple = (items: PlainSchema['items']): items is readonly PlainSchema[] => Array.isArray(items)
