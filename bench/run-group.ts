import { GROUPS } from './groups.ts'

/**
 * Child process of a benchmark: measures the group named by its argument and sends the rows to the parent. Any error,
 * also outside a promise, ends only this process.
 */
const measure = GROUPS[process.argv[2] ?? '']
if (measure === undefined) throw new Error(`No such group: ${process.argv[2]}`)
process.send?.(await measure(), () => process.exit())
