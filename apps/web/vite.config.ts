import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { gateWorkerPlugin } from './vite/gate-files.ts'
import { precompressPlugin } from './vite/precompress.ts'
import { textsPlugin } from './vite/texts.ts'

const isPublicPages = process.argv.includes('--ssr')

/** `vite build` builds the app, `vite build --ssr` the renderer of the public pages. */
export default defineConfig(({ command }) => ({
  plugins: [
    textsPlugin(),
    react(),
    ...(isPublicPages ? [] : [precompressPlugin()]),
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
        target: ['chrome100', 'firefox100', 'safari15.4'],
        // Every asset is a hashed file with a far expiry. The CSP for fonts would block inlined ones.
        assetsInlineLimit: 0,
        rolldownOptions: {
          output: {
            codeSplitting: {
              // Menus and pickers use these. Without a group they end up in a chunk that the first page needs too.
              groups: [
                {
                  name: 'floating',
                  test: /node_modules\/(@floating-ui|react-remove-scroll|react-style-singleton|react-number-format)/,
                },
                {
                  name: 'base',
                  test: /node_modules\/(react|react-dom|scheduler|zod|@lingui)\/|platform\/without-eval/,
                },
              ],
              includeDependenciesRecursively: false,
            },
          },
        },
      },
  // The renderer bundles its libraries, and React without its development checks.
  ssr: { noExternal: true },
  ...(isPublicPages && { define: { 'process.env.NODE_ENV': JSON.stringify('production') } }),
}))
