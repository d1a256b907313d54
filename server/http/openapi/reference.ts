import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { awaitedOnce, type StoredFile, storeCompressed } from '../answers/stored-file.ts'
import type { DocumentSource } from './document.ts'
import { PAGE_TYPE } from './page.ts'
import type { AsyncApiParts } from './stream-docs/asyncapi.ts'

/**
 * Returns the API reference. It is created at the first call, in a thread of its own: the event loop continues to
 * process orders and stops.
 */
export const createReferenceReader = (readSource: () => ReferenceSource): ReadReference =>
  awaitedOnce(async () => {
    const { openapi, asyncapi, streamsPage } = await createTexts(readSource())
    return {
      openapi: storeCompressed(JSON_TYPE, openapi),
      asyncapi: storeCompressed(JSON_TYPE, asyncapi),
      streamsPage: storeCompressed(PAGE_TYPE, streamsPage),
    }
  })

export type ReadReference = () => Promise<Reference>

/** The generated files of the API reference: the documents of REST and stream, and the page of the stream. */
type Reference = Readonly<Record<keyof ReferenceTexts, StoredFile>>

/** What the reference is created from; JSON. */
export type ReferenceSource = DocumentSource & AsyncApiParts

/** The reference as its thread sends it. */
export interface ReferenceTexts {
  readonly openapi: string
  readonly asyncapi: string
  readonly streamsPage: string
}

const JSON_TYPE = 'application/json; charset=utf-8'

const createTexts = async (source: ReferenceSource): Promise<ReferenceTexts> => {
  const worker = new Worker(THREAD, { workerData: JSON.stringify(source), resourceLimits: MEMORY_MAX })
  worker.unref()
  const [texts] = await once(worker, 'message')
  return texts
}

/** Path next to this module, in the sources and in the bundle. */
const THREAD = new URL(
  import.meta.url.endsWith('.ts') ? './reference-thread.ts' : './reference-thread.js',
  import.meta.url,
)

/** Memory for the reference while it is created, in megabytes. */
const MEMORY_MAX = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 }
