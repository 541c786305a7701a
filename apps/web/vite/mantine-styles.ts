import type { Plugin } from 'vite'

/** The class names of a component, such as `…/components/Switch/Switch.module.mjs`. Its styles have the same name. */
const CLASSES = /@mantine\/core\/esm\/.*\/(?<name>\w+)\.module\.mjs$/
const STYLES = /@mantine\/core\/styles\/(?<name>[A-Z]\w+)\.layer\.css$/

const nameOf = (pattern: RegExp, id: string): string => pattern.exec(id)?.groups?.['name'] ?? ''

/**
 * Adds the styles of each component to the files that have it, in a layer of its own: which file comes first does not
 * matter. `src/ui/base/mantine.css` has the order of the layers.
 */
export const mantineStylesPlugins = (): Plugin[] => [
  {
    name: 'shiloh-mantine-styles',
    apply: 'build',
    transform: {
      filter: { id: CLASSES },
      handler: (code, id) => ({
        code: `${code}\nimport '@mantine/core/styles/${nameOf(CLASSES, id)}.layer.css'`,
        map: null,
      }),
    },
  },
  {
    name: 'shiloh-mantine-layers',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: STYLES },
      handler: (css, id) => ({
        code: css.replaceAll('@layer mantine', `@layer mantine.${nameOf(STYLES, id)}`),
        map: null,
      }),
    },
  },
]
