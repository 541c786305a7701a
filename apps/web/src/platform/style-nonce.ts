import { setNonce } from 'get-nonce'

/** What style elements must carry for the page's policy to let them be; absent where the server did not write the page. */
const styleNonce = document.querySelector<HTMLStyleElement>('style[nonce]')?.nonce

/** For Mantine's provider. */
export const getStyleNonce = (): string => styleNonce ?? ''

/** For what keeps the page from scrolling under a dialog. */
if (styleNonce) setNonce(styleNonce)
