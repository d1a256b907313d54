import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The files of a folder that hold a strategy each, in order of name; what begins with `_` is for them to import. */
export const findStrategyFiles = (directory: string): string[] =>
  readdirSync(directory, { withFileTypes: true })
    .filter((entry) => !entry.isDirectory() && isStrategyFile(entry.name))
    .map(({ name }) => join(directory, name))
    .toSorted()

const isStrategyFile = (name: string): boolean => /\.(ts|js|mjs)$/.test(name) && !/^[_.]|\.test\.|\.d\.ts$/.test(name)
