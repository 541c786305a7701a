import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'
import type { Config } from '#platform/config'

/** Check-in reads codes with the camera; no other device of a visitor is used. */
const PERMISSIONS_POLICY = ['camera=(self)']
  .concat(
    [
      'accelerometer',
      'autoplay',
      'display-capture',
      'geolocation',
      'gyroscope',
      'magnetometer',
      'microphone',
      'midi',
      'payment',
      'usb',
    ].map((feature) => `${feature}=()`),
  )
  .join(', ')

/** Where the sockets of this installation connect to. */
const socketOrigin = (publicUrl: string): string => new URL(publicUrl).origin.replace(/^http/, 'ws')

/** Sets the security headers of every answer. They are made once: `@fastify/helmet` makes them for each request. */
export const secureHeaders = (app: FastifyInstance, { publicUrl, production }: Config): void => {
  const secured = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'", "'wasm-unsafe-eval'"],
        // A page adds the one style element that it has: `html-page.ts`.
        'style-src': ["'self'"],
        'img-src': ["'self'", 'data:', 'blob:'],
        'font-src': ["'self'"],
        // Not every browser counts a socket to the same host as 'self'.
        'connect-src': ["'self'", socketOrigin(publicUrl)],
        'media-src': ["'self'", 'blob:'],
        'worker-src': ["'self'"],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
      },
    },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: production ? { maxAge: 31_536_000, includeSubDomains: true } : false,
  })
  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.setHeader('permissions-policy', PERMISSIONS_POLICY)
    secured(request.raw, reply.raw, () => done())
  })
}
