declare global {
  var __zod_globalConfig: { jitless?: boolean } | undefined
}

// The policy forbids eval. Without this, zod would try it once and the browser would report a violation. zod itself comes
// with the first page that has a form, and reads this when it does.
globalThis.__zod_globalConfig = { ...globalThis.__zod_globalConfig, jitless: true }

export {}
