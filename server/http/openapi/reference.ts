/**
 * The API reference, created on first use in a worker thread, so that the event loop continues to process orders and
 * stops.
 */

import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { awaitedOnce, type StoredFile, storeCompressed } from '../answers/stored-file.ts'
import type { DocumentSource } from './document.ts'
import { PAGE_TYPE } from './page.ts'
import type { AsyncApiParts } from './stream-docs/asyncapi.ts'

/** Returns a reader of the API reference, which creates it on the first call. */
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

/** Input of the reference, as JSON. */
export type ReferenceSource = DocumentSource & AsyncApiParts

/** Output of the worker thread. */
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

/** Module of the worker thread, in the sources or in the bundle. */
const THREAD = new URL(
  import.meta.url.endsWith('.ts') ? './reference-thread.ts' : './reference-thread.js',
  import.meta.url,
)

/** Memory for the reference while it is created, in megabytes. */
const MEMORY_MAX = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 }
