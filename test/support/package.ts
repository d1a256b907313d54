import { cpSync, globSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { generateFiles } from '../../scripts/package/generated-files.ts'

/**
 * Unpacks the package of this project into a folder, as npm does, without other packages beside it; returns its folder.
 */
export const unpackPackage = (folder: string): string => {
  const root = join(folder, 'node_modules/plimsoll')
  const generated = generateFiles()
  const { files }: { files: readonly string[] } = JSON.parse(generated['package.json'])
  for (const path of globSync([...files], { exclude: Object.keys(generated) })) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    cpSync(path, join(root, path), { recursive: true })
  }
  for (const [path, content] of Object.entries(generated)) writeFileSync(join(root, path), content)
  return root
}
