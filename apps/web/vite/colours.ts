/** Palettes of Mantine that are no colours of the product: 300 variables, which a page would carry in its styles. */
const UNUSED = /^--mantine-color-(?:pink|grape|violet|indigo|blue|cyan|green|lime|yellow|orange|teal)-/

interface Declaration {
  readonly prop: string
  readonly remove: () => void
}

/** A plugin of PostCSS that leaves them out. */
export const withoutPalettes = {
  postcssPlugin: 'shiloh-palettes',
  Declaration(found: Declaration) {
    if (UNUSED.test(found.prop)) found.remove()
  },
}
