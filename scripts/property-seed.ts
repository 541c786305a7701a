import fc from 'fast-check'

/**
 * Property tests draw the same values on every run, so that a change is judged by what it changes. `PROPERTY_SEED`
 * repeats another run, and `PROPERTY_SEED=random` looks for what nobody has met yet: CI does so every night.
 */
const asked = process.env['PROPERTY_SEED'] ?? '20261122'
if (asked !== 'random') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(asked) })
