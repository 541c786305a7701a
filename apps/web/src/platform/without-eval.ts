import { config } from 'zod'

// The policy forbids eval. Without this, zod would try it once and the browser would report a violation. It is built
// into zod's own chunk so that it runs before any schema is created.
config({ jitless: true })
