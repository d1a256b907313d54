import { parentPort, workerData } from 'node:worker_threads'
import { createDocument } from './document.ts'
import type { ReferenceSource, ReferenceTexts } from './reference.ts'
import { buildAsyncApi } from './stream-docs/asyncapi.ts'
import { streamsPage } from './stream-docs/streams-page.ts'

/** Worker thread that creates the API reference (OpenAPI, AsyncAPI and the stream page), sends it as text and ends. */
const source = JSON.parse(workerData) as ReferenceSource
const texts: ReferenceTexts = {
  openapi: JSON.stringify(await createDocument(source)),
  asyncapi: JSON.stringify(buildAsyncApi(source)),
  streamsPage: streamsPage(source.publicBase),
}
parentPort?.postMessage(texts)
