import type { Count } from './dialect.ts'

/** Nothing is changed by a GET, and everything that is placed or set by others. */
export const classifyMethod = (method: string): Count['of'] => (method === 'GET' ? 'reading' : 'ordering')
