import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/**
 * Writes `.br` and `.gz` beside each file that gets smaller: the best compression once, rather than a mediocre one per
 * request.
 */
export function precompressPlugin(): Plugin {
  return {
    name: 'shiloh-precompress',
    apply: 'build',
    // Reads from disk after everything is written, because other plugins still change the bundle in memory before.
    async writeBundle({ dir }, bundle) {
      if (!dir) return
      const names = Object.keys(bundle).filter((name) => /\.(js|css|svg|wasm)$/.test(name))
      await Promise.all(
        names.map(async (name) => {
          const file = join(dir, name)
          const bytes = await readFile(file)
          if (bytes.length < 1024) return
          const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
          await writeFile(`${file}.br`, await brotli(bytes, { params }))
          await writeFile(`${file}.gz`, await zip(bytes, { level: 9 }))
        }),
      )
    },
  }
}
