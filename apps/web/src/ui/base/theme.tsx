import { Button, type CSSVariablesResolver, createTheme, defaultVariantColorsResolver } from '@mantine/core'
import { type Accent, accentOf } from '@shiloh/contract/text/accent'
import { getStyleNonce } from '#platform/style-nonce'

/** Mantine in the product's type, colours and sizes. The tokens are in `tokens.css`. */
export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 3 },
  autoContrast: false,
  // Filled backgrounds have their own text colour: white in light mode, nearly black in dark mode.
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input)
    return input.variant === 'filled' ? { ...colors, color: 'var(--on-accent)' } : colors
  },
  black: '#1D1C22',
  colors: {
    accent: [
      '#F0F2FC',
      '#E0E4F9',
      '#C6CDF7',
      '#AAB4F2',
      '#8490DE',
      '#6472C2',
      '#4755A0',
      '#2F3A78',
      '#232C61',
      '#1A2149',
    ],
    gray: [
      '#FAF8F4',
      '#F2EFE8',
      '#EAE6DD',
      '#E3DED4',
      '#CFC9BD',
      '#A8A297',
      '#8C867C',
      '#6B6770',
      '#4F4C55',
      '#1D1C22',
    ],
    dark: [
      '#EEEBE4',
      '#BFBBB4',
      '#979389',
      '#717685',
      '#2B2E3A',
      '#222530',
      '#191B24',
      '#12131A',
      '#0F1016',
      '#0D0E14',
    ],
  },
  fontFamily: 'var(--sans)',
  headings: { fontFamily: 'var(--serif)', fontWeight: '500', textWrap: 'balance' },
  defaultRadius: 'sm',
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '8px', xl: '8px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '40px' },
  fontSizes: { xs: '12px', sm: '13.5px', md: '15px', lg: '16px', xl: '19px' },
  breakpoints: { xs: '30em', sm: '40em', md: '56.25em', lg: '75em', xl: '90em' },
  shadows: { sm: 'none', md: '0 6px 18px rgb(20 18 30 / .12)', lg: '0 6px 18px rgb(20 18 30 / .12)' },
  respectReducedMotion: true,
  cursorType: 'pointer',
  // By name and not by import: the code of a component loads with the page that shows it.
  components: {
    // Sizes depend on the area: 44 px in the app, 36 px in the admin area, set once as --control on its shell.
    Button: Button.extend({
      defaultProps: { size: 'md' },
      vars: (_theme, { size }) =>
        size === 'md'
          ? {
              root: {
                '--button-height': 'var(--control)',
                '--button-fz': 'var(--control-font)',
                '--button-padding-x': '16px',
              },
            }
          : { root: {} },
    }),
    ActionIcon: {
      defaultProps: { variant: 'subtle', color: 'gray' },
      // Nothing to press is smaller than 24 px.
      vars: (_theme: unknown, { size }: { size?: unknown }) => ({ root: size === 'sm' ? { '--ai-size': '24px' } : {} }),
    },
    Input: {
      vars: () => ({ wrapper: { '--input-height': 'var(--control)', '--input-fz': 'var(--control-font)' } }),
    },
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    Checkbox: {
      defaultProps: { radius: 3 },
      vars: () => ({ root: { '--checkbox-icon-color': 'var(--on-accent)' } }),
    },
    Radio: { vars: () => ({ root: { '--radio-icon-color': 'var(--on-accent)' } }) },
    // Their headers are outside the page's landmarks: a second banner would mislead a screen reader.
    Modal: {
      defaultProps: {
        centered: true,
        size: 480,
        radius: 'md',
        transitionProps: { duration: 0 },
        attributes: { header: { role: 'none' } },
      },
    },
    Drawer: { defaultProps: { attributes: { header: { role: 'none' } } } },
    // What is not there yet is flat and still.
    Skeleton: { defaultProps: { animate: false } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: false } },
  },
})

/** Maps Mantine's variables to the tokens. */
export const themeVariables: CSSVariablesResolver = () => {
  const shared = {
    '--mantine-color-body': 'var(--bg)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--ink-2)',
    '--mantine-color-placeholder': 'var(--ink-3)',
    '--mantine-color-anchor': 'var(--accent)',
    '--mantine-color-error': 'var(--bad)',
    '--mantine-color-success': 'var(--ok)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-hover': 'var(--sunk)',
    '--mantine-color-default-color': 'var(--ink)',
    '--mantine-color-default-border': 'var(--line-strong)',
    '--mantine-color-disabled': 'var(--sunk)',
    '--mantine-color-disabled-color': 'var(--ink-3)',
    '--mantine-color-disabled-border': 'var(--line)',
    '--mantine-primary-color-filled': 'var(--accent)',
    '--mantine-primary-color-filled-hover': 'var(--accent-hover)',
    '--mantine-primary-color-contrast': 'var(--on-accent)',
    '--mantine-primary-color-light': 'var(--accent-soft)',
    '--mantine-primary-color-light-hover': 'var(--accent-soft)',
    '--mantine-primary-color-light-color': 'var(--accent)',
    '--mantine-color-accent-filled': 'var(--accent)',
    '--mantine-color-accent-filled-hover': 'var(--accent-hover)',
    '--mantine-color-accent-light': 'var(--accent-soft)',
    '--mantine-color-accent-light-hover': 'var(--accent-soft)',
    '--mantine-color-accent-light-color': 'var(--accent)',
    '--mantine-color-accent-outline': 'var(--accent)',
    '--mantine-color-red-filled': 'var(--bad)',
    '--mantine-color-red-filled-hover': 'var(--bad)',
    '--mantine-color-red-outline': 'var(--bad)',
    '--mantine-color-red-light-color': 'var(--bad)',
    '--mantine-color-red-text': 'var(--bad)',
    '--mantine-color-gray-light-color': 'var(--ink-2)',
    '--mantine-color-gray-light-hover': 'var(--sunk)',
  }
  return { variables: {}, light: shared, dark: shared }
}

/** Returns CSS that replaces the product's accent with the organisation's. */
export function accentCss(accent: Accent): string {
  const lines = (scheme: Accent['light']) =>
    `--accent:${scheme.accent};--accent-hover:${scheme.hover};--accent-soft:${scheme.soft};--on-accent:${scheme.onAccent}`
  // Doubled selectors, because React puts the element before the stylesheet that it must override.
  return `:root:root{${lines(accent.light)}}:root:root[data-mantine-color-scheme=dark]{${lines(accent.dark)}}`
}

/** The style element of the organisation's colour. Renders nothing for the default colour. */
export function AccentStyle({ color }: { color: string | null | undefined }) {
  return color ? (
    <style href="accent" precedence="high" nonce={getStyleNonce()}>
      {accentCss(accentOf(color))}
    </style>
  ) : null
}
