import type { Language } from '@shiloh/contract/core'

/** Returns the web app manifest of the members' app. The gate is an app of its own. */
export const manifestOf = (name: string, language: Language) => ({
  name,
  short_name: name,
  lang: language,
  id: '/',
  start_url: '/home',
  scope: '/',
  display: 'standalone',
  background_color: '#faf8f4',
  theme_color: '#faf8f4',
  icons: [
    { src: '/icons/app-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icons/app-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icons/app-512-maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
})
