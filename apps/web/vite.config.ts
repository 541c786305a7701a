import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompressPlugin } from './vite/precompress.ts'
import { textsPlugin } from './vite/texts.ts'

const isPublicPages = process.argv.includes('--ssr')

/** `vite build` makes the app, `vite build --ssr` the renderer of the public pages. */
export default defineConfig({
  plugins: [textsPlugin(), react(), ...(isPublicPages ? [] : [precompressPlugin()])],
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
        // Everything else is a hashed file with a far expiry; an inlined picture would not survive the CSP for fonts.
        assetsInlineLimit: 0,
        rolldownOptions: {
          output: {
            codeSplitting: {
              // Menus and pickers bring these along; left alone they end up in a chunk that the first page needs too.
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
  // The renderer carries its libraries along, and React without its checks.
  ssr: { noExternal: true },
  ...(isPublicPages && { define: { 'process.env.NODE_ENV': JSON.stringify('production') } }),
})
