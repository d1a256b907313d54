import { globSync } from 'node:fs'

/** Every Markdown file of the documentation. */
export const DOCUMENTS: readonly string[] = globSync(['*.md', 'docs/**/*.md', 'client/*.md'], {
  exclude: ['**/node_modules/**'],
}).toSorted()
