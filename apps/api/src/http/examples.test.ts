import { expect, test } from 'vitest'
import { z } from 'zod'
import { acceptedExample, exampleOf, type Schema } from './examples.ts'

const example = (schema: z.ZodType, path: string[]) => exampleOf(z.toJSONSchema(schema) as Schema, path)

test('a field is filled by its name and what is around it', () => {
  const schema = z.object({ name: z.string(), district: z.object({ name: z.string() }), quiet_hours: z.string() })
  expect(example(schema, ['speakers'])).toEqual({
    name: 'Pastor Daniel Asare',
    district: { name: 'Osu' },
    quiet_hours: 'Quiet hours',
  })
})

test('the same record has the same id everywhere', () => {
  const id = z.string().regex(/^[0-9a-f]{24}$/)
  const one = example(z.object({ event_id: id, events: z.array(z.object({ _id: id })) }), ['reservations'])
  expect(one).toMatchObject({ events: [{ _id: Object(one)['event_id'] }] })
})

test('an example of the schema takes precedence', () => {
  expect(example(z.object({ name: z.string().meta({ examples: ['Choir'] }) }), ['speakers'])).toEqual({ name: 'Choir' })
})

test('a pattern that no word fits is named', () => {
  expect(() => example(z.object({ odd: z.string().regex(/^\d{3}!$/) }), ['lists'])).toThrow('lists.odd')
})

test('what rules between fields refuse is left out', () => {
  const schema = z
    .object({ unit_id: z.string().optional(), sponsor: z.string().optional(), beds: z.number() })
    .refine(({ unit_id, sponsor }) => (unit_id === undefined) !== (sponsor === undefined), { path: ['unit_id'] })
  expect(acceptedExample(schema, { unit_id: 'a', sponsor: 'Choir', beds: 4 })).toEqual({ sponsor: 'Choir', beds: 4 })
  const never = z.object({ beds: z.number() }).refine(() => false)
  expect(() => acceptedExample(never, { beds: 4 })).toThrow('an example is refused')
})
