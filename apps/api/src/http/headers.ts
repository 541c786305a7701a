import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'
import type { Config } from '#platform/config'

/** Check-in reads codes with the camera. No other device feature is used. */
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

/** The origin of the installation's websockets. */
const socketOrigin = (publicUrl: string): string => new URL(publicUrl).origin.replace(/^http/, 'ws')

/**
 * Sets the security headers of every answer. They are built once, while `@fastify/helmet` builds them for each request.
 */
export const secureHeaders = (app: FastifyInstance, { publicUrl, production }: Config): void => {
  const secured = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'", "'wasm-unsafe-eval'"],
        // A page adds its one style element: `html-page.ts`.
        'style-src': ["'self'"],
        'img-src': ["'self'", 'data:', 'blob:'],
        'font-src': ["'self'"],
        // Some browsers do not include websockets to the same host in 'self'.
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
