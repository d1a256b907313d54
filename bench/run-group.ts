import { GROUPS } from './groups.ts'

/** Measures one group and sends its rows to the parent. What throws, also outside of any promise, ends this process alone. */
const measure = GROUPS[process.argv[2] ?? '']
if (measure === undefined) throw new Error(`No such group: ${process.argv[2]}`)
process.send?.(await measure(), () => process.exit())
