import react from '@vitejs/plugin-react'
import { build, defineConfig, type UserConfig } from 'vite'
import { chunkGroups, planChunks } from './vite/chunks.ts'
import { gateWorkerPlugin } from './vite/gate-files.ts'
import { pagesPlugin } from './vite/pages.ts'
import { precompressPlugin } from './vite/precompress.ts'
import { textsPlugin } from './vite/texts.ts'

const isPublicPages = process.argv.includes('--ssr')

const target = ['chrome100', 'firefox100', 'safari15.4']

/** Builds the app in memory, to see which pages need what at once, and plans the chunks that they share. */
const findShared = async (): Promise<ReadonlyMap<string, string>> => {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [textsPlugin(), react()],
    build: {
      write: false,
      minify: false,
      target,
      assetsInlineLimit: 0,
      rolldownOptions: {
        output: { codeSplitting: { groups: chunkGroups(new Map()), includeDependenciesRecursively: false } },
      },
    },
  })
  if (!('output' in built)) throw new Error('The build gave no chunks.')
  return planChunks(built.output.filter((one) => one.type === 'chunk'))
}

/** `vite build` builds the app, `vite build --ssr` the renderer of the public pages. */
export default defineConfig(async ({ command }): Promise<UserConfig> => {
  const shared = command === 'build' && !isPublicPages ? await findShared() : new Map<string, string>()
  return {
    plugins: [
      textsPlugin(),
      react(),
      ...(isPublicPages ? [] : [pagesPlugin(), precompressPlugin()]),
      ...(isPublicPages || command === 'serve' ? [] : [gateWorkerPlugin()]),
    ],
    publicDir: isPublicPages ? false : 'public',
    build: isPublicPages
      ? {
          outDir: 'dist/server',
          target: 'node24',
          rolldownOptions: { input: 'src/public.tsx', output: { entryFileNames: 'public.js' } },
        }
      : {
          outDir: 'dist/client',
          manifest: 'manifest.json',
          target,
          // Every asset is a hashed file with a far expiry. The CSP for fonts would block inlined ones.
          assetsInlineLimit: 0,
          rolldownOptions: {
            output: {
              codeSplitting: {
                groups: chunkGroups(shared),
                includeDependenciesRecursively: false,
              },
            },
          },
        },
    // The renderer bundles its libraries, and React without its development checks.
    ssr: { noExternal: true },
    ...(isPublicPages && { define: { 'process.env.NODE_ENV': JSON.stringify('production') } }),
  }
})
