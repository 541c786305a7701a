import { config } from 'zod'

// The policy forbids evaluated code: zod would try it once, and the browser report that. It is built into the chunk of zod itself, so that it
// runs before any schema is made.
config({ jitless: true })
