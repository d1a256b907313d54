import { globSync } from 'node:fs'

/** Every Markdown file that a reader of the project is led to. */
export const DOCUMENTS: readonly string[] = globSync(['*.md', 'docs/**/*.md', 'client/*.md'], {
  exclude: ['**/node_modules/**'],
}).toSorted()
