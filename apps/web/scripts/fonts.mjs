/**
 * Cuts the two typefaces down to what the product uses (run by hand after a change of the alphabet or of the fonts):
 *   node apps/web/scripts/fonts.mjs
 * Newsreader at weight 500 and optical size 36 for headings, Inter 400 to 650 for text, and a third file
 * with the letters of Akan and Ewe, which a browser only loads for a page that holds one.
 */
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

const require = createRequire(import.meta.url)
const out = join(dirname(fileURLToPath(import.meta.url)), '../public/fonts')
const fontFile = (name, file) => join(dirname(require.resolve(`@fontsource-variable/${name}/package.json`)), file)

const span = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)).join('')
// Latin 1 holds German, French and Portuguese, but for œ; then the punctuation that typeset text needs.
const latin = `${span(0x20, 0x7e)}${span(0xa0, 0xff)}ŒœŸ–—‘’‚“”„†•…‹›€−×→←`
const akanEwe = 'ŊŋƆƉƐƑƒƓƔƲɔɖɛɣʋ₵'
const features = ['kern', 'liga', 'calt', 'ccmp', 'locl', 'mark', 'tnum', 'case']

const cuts = [
  {
    to: 'serif-500.woff2',
    from: fontFile('newsreader', 'files/newsreader-latin-opsz-normal.woff2'),
    text: latin,
    axes: { wght: 500, opsz: 36 },
  },
  {
    to: 'sans.woff2',
    from: fontFile('inter', 'files/inter-latin-wght-normal.woff2'),
    text: latin,
    axes: { wght: { min: 400, max: 650, default: 400 } },
  },
  {
    to: 'sans-akan.woff2',
    from: fontFile('inter', 'files/inter-latin-ext-wght-normal.woff2'),
    text: akanEwe,
    axes: { wght: { min: 400, max: 650, default: 400 } },
  },
]

for (const cut of cuts) {
  const font = await subsetFont(await readFile(cut.from), cut.text, {
    targetFormat: 'woff2',
    variationAxes: cut.axes,
    keepFeatures: features,
    noHinting: true,
  })
  await writeFile(join(out, cut.to), font)
  console.log(`${cut.to} ${font.length} bytes`)
}
await copyFile(fontFile('newsreader', 'LICENSE'), join(out, 'OFL-Newsreader.txt'))
await copyFile(fontFile('inter', 'LICENSE'), join(out, 'OFL-Inter.txt'))
