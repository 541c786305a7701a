/**
 * Subsets the typefaces to the characters of the product. Run by hand after a change of the alphabet or the fonts:
 * node apps/web/scripts/fonts.mjs. Makes Newsreader at weight 500 and optical size 36 for headings, Inter 400 to 650
 * for text, and a third file with the letters of Akan and Ewe, which a browser loads only for pages that contain them.
 * Newsreader lacks those letters: on screens they come from Noto Serif, in a weight and width that match it, and are set
 * smaller (`size-adjust` in the style sheets), because Noto's letters are larger.
 * PDF files get TrueType fonts of one weight with all extended Latin letters, because a PDF has no fallback font. A heading
 * that needs one of them is set in Noto Serif as a whole: on paper, a word from two typefaces looks like a mistake.
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
// Latin 1 covers German, French and Portuguese except œ. The rest is typographic punctuation.
const latin = `${span(0x20, 0x7e)}${span(0xa0, 0xff)}ŒœŸ–—‘’‚“”„†•…‹›€−×→←`
const akanEwe = 'ŊŋƆƉƐƑƒƓƔƲɔɖɛɣʋ₵ĨĩŨũ'
// Accents above these letters, for a tone or a nasal vowel: there are no letters of one piece for them. Inter does not place
// them above ɔ, so in texts the letter comes from the system with its accent.
const accents = '\u0300\u0301\u0303\u0304'
const extended = `${span(0x100, 0x24f)}${span(0x1e00, 0x1eff)}ɖɛɔɣʋ₵`
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
  {
    to: 'serif-akan.woff2',
    from: fontFile('noto-serif', 'files/noto-serif-latin-ext-standard-normal.woff2'),
    text: akanEwe + accents,
    axes: { wght: 510, wdth: 92 },
  },
]

const print = join(dirname(fileURLToPath(import.meta.url)), '../../api/fonts')
const printCuts = [
  { ...cuts[0], to: 'serif.ttf' },
  { ...cuts[1], to: 'sans.ttf', axes: { wght: 400 } },
  { ...cuts[2], to: 'sans-extended.ttf', text: extended, axes: { wght: 400 } },
  {
    ...cuts[3],
    to: 'serif-whole.ttf',
    from: fontFile('noto-serif', 'files/noto-serif-latin-standard-normal.woff2'),
    text: latin,
  },
  { ...cuts[3], to: 'serif-extended.ttf', text: extended },
]

const make = async (folder, targetFormat, cut) => {
  const font = await subsetFont(await readFile(cut.from), cut.text, {
    targetFormat,
    variationAxes: cut.axes,
    keepFeatures: features,
    noHinting: true,
  })
  await writeFile(join(folder, cut.to), font)
  console.log(`${cut.to} ${font.length} bytes`)
}
for (const cut of cuts) await make(out, 'woff2', cut)
for (const cut of printCuts) await make(print, 'truetype', cut)
for (const folder of [out, print]) {
  await copyFile(fontFile('newsreader', 'LICENSE'), join(folder, 'OFL-Newsreader.txt'))
  await copyFile(fontFile('inter', 'LICENSE'), join(folder, 'OFL-Inter.txt'))
  await copyFile(fontFile('noto-serif', 'LICENSE'), join(folder, 'OFL-Noto-Serif.txt'))
}
