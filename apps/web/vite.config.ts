import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { budgetPlugin } from './vite/budget.ts'
import { chunksPlugin } from './vite/chunks.ts'
import { withoutPalettes } from './vite/colours.ts'
import { contractPlugin } from './vite/contract.ts'
import { mantineStylesPlugins } from './vite/mantine-styles.ts'
import { pagesPlugin, routesPlugin } from './vite/pages.ts'
import { precompressPlugin } from './vite/precompress.ts'
import { textsPlugin } from './vite/texts.ts'
import { workerPlugins } from './vite/worker-files.ts'

const isPublicPages = process.argv.includes('--ssr')

const target = ['chrome100', 'firefox100', 'safari15.4']

/** `vite build` builds the app, `vite build --ssr` the renderer of the public pages. */
export default defineConfig(({ command }) => ({
  plugins: [
    textsPlugin(),
    contractPlugin(),
    react(),
    ...(isPublicPages
      ? [routesPlugin()]
      : [
          ...mantineStylesPlugins(),
          chunksPlugin({
            plugins: () => [...mantineStylesPlugins(), textsPlugin(), contractPlugin(), react()],
            target,
          }),
          pagesPlugin(),
          precompressPlugin(),
          budgetPlugin(),
        ]),
    ...(isPublicPages || command === 'serve' ? [] : workerPlugins()),
  ],
  css: { postcss: { plugins: [withoutPalettes] } },
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
      },
  // The renderer bundles its libraries, and React without its development checks.
  ...(isPublicPages && {
    ssr: { noExternal: true },
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  }),
}))
