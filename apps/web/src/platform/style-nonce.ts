import { setNonce } from 'get-nonce'

/** The nonce that style elements need under the page's policy. Absent if the server did not render the page, and on the server. */
const styleNonce = globalThis.document?.querySelector<HTMLStyleElement>('style[nonce]')?.nonce

/** For Mantine's provider. */
export const getStyleNonce = (): string => styleNonce ?? ''

/** For the style that prevents scrolling behind a dialog. */
if (styleNonce) setNonce(styleNonce)
