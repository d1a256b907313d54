import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build, type Rolldown } from 'vite'
import { addIntegrity } from './add-integrity.ts'
import { builtAt } from './built-at.ts'
import { findFirstScripts } from './first-scripts.ts'
import { writeManifest } from './write-manifest.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const OUT = join(ROOT, 'dist')
const toGzip = promisify(gzip)
/** With its default, the best quality. */
const toBrotli = promisify(brotliCompress)

/**
 * Builds the console: no inline scripts, no third-party content, compressed text files, and the manifest for the
 * server.
 */
export const buildConsole = async (sourceDateEpoch?: string): Promise<void> => {
  const built = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    plugins: [react(), tailwindcss()],
    build: {
      outDir: OUT,
      emptyOutDir: true,
      assetsInlineLimit: 0,
      modulePreload: false,
      target: 'es2024',
      chunkSizeWarningLimit: 600,
      rolldownOptions: {
        input: { index: join(ROOT, 'index.html'), start: join(ROOT, 'src/start.tsx') },
        output: {
          codeSplitting: { groups: createGroups() },
          chunkFileNames: ({ facadeModuleId }) => `assets/${screenName(facadeModuleId) ?? '[name]'}-[hash].js`,
        },
      },
    },
  })
  const integrities = await addIntegrity(OUT, findFirstScripts(built))
  await compressTexts()
  await writeManifest(OUT, integrities, builtAt(sourceDateEpoch))
}

/**
 * Scripts of modules that several others import, or that are used together: those that load the texts, those of the
 * first page, the indicators, every chart, the other screens, and the dialogs with the rest of the ticket. Many small
 * scripts compress badly, and the page lists each with its digest.
 */
const createGroups = (): Rolldown.CodeSplittingGroup[] => {
  const loading = new Set<string>()
  const visit = (id: string, context: Rolldown.ChunkingContext): void => {
    if (loading.has(id)) return
    loading.add(id)
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) visit(imported, context)
  }
  const isLoading = (id: string, context: Rolldown.ChunkingContext): boolean => {
    if (loading.size === 0) visit(join(ROOT, 'src/main.ts'), context)
    return loading.has(id)
  }
  return [
    { name: (id, context) => (isLoading(id, context) ? 'main' : null), debugName: 'main' },
    { name: 'start', tags: ['$initial'], test: (id) => !id.endsWith('.html') },
    { name: 'indicators', test: /src\/chart\/indicator(s|-list)\.tsx?$/ },
    { name: 'chart', minShareCount: 2, test: /lightweight-charts|fancy-canvas|src\/chart\// },
    { name: 'shared', minShareCount: 2 },
    { name: 'dialogs', test: /-dialog\.tsx$|src\/ticket\// },
  ]
}

const screenName = (facade: string | null | undefined): string | undefined =>
  facade?.match(/\/(\w+)\/screen\.tsx$/)?.[1] ?? facade?.match(/\/(messages\/\w+)\.json$/)?.[1]?.replace('/', '-')

const compressTexts = async (): Promise<void> => {
  for (const name of await readdir(OUT, { recursive: true })) {
    if (!/\.(js|css|html|svg|webmanifest)$/.test(name)) continue
    const file = join(OUT, name)
    const text = await readFile(file)
    await writeFile(`${file}.gz`, await toGzip(text, { level: 9 }))
    await writeFile(`${file}.br`, await toBrotli(text))
  }
}
