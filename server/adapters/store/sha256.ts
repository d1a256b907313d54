import { hash } from 'node:crypto'

export const sha256 = (content: string | Buffer): Buffer => hash('sha256', content, 'buffer')
