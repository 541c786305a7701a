import { expect, test } from 'vitest'
import { AppError, invalid } from '#platform/errors'
import { asAppError, errorAnswer, namingFields } from './errors.ts'

const fastifyError = (code: string, statusCode: number): Error => Object.assign(new Error(code), { code, statusCode })

test.each([
  [fastifyError('FST_ERR_CTP_BODY_TOO_LARGE', 413), 'too_large'],
  [fastifyError('FST_FILES_LIMIT', 413), 'too_large'],
  [fastifyError('FST_INVALID_MULTIPART_CONTENT_TYPE', 406), 'unsupported_media_type'],
  [fastifyError('FST_ERR_CTP_INVALID_MEDIA_TYPE', 415), 'unsupported_media_type'],
  [fastifyError('FST_ERR_MAX_PARAM_LENGTH', 414), 'uri_too_long'],
  [fastifyError('FST_ERR_CTP_INVALID_CONTENT_LENGTH', 400), 'malformed_request'],
  [new AppError('event_full'), 'event_full'],
])('%s is answered as %s', (error, code) => {
  expect(asAppError(error)?.code).toBe(code)
})

test('a server fault is not shown to a person', () => {
  expect(asAppError(new TypeError('x is undefined'))).toBeUndefined()
  expect(asAppError(fastifyError('FST_ERR_REP_INVALID_PAYLOAD_TYPE', 500))).toBeUndefined()
})

test('an error is in the language of the reader, and names every field', () => {
  const error = invalid([{ field: 'name', code: 'required' }])
  const inEnglish = errorAnswer(error, 'en', 'r1')
  const inGerman = errorAnswer(error, 'de', 'r1')
  expect(inEnglish).toMatchObject({
    code: 'invalid_input',
    request_id: 'r1',
    errors: [{ field: 'name', code: 'required' }],
  })
  expect(inGerman.message).not.toBe(inEnglish.message)
  expect(inGerman.errors[0]?.message).not.toBe(inEnglish.errors[0]?.message)
})

test('text that the database cannot store is named', () => {
  const refused = Object.assign(new Error('bad'), { code: '22P05' })
  const error = asAppError(refused)
  const input = { name: 'Ama', days: [{ note: 'half \ud83d' }], about: 'a\u0000b' }
  expect(error && namingFields(error, input).fields).toEqual([
    { field: 'days.0.note', code: 'control_characters' },
    { field: 'about', code: 'control_characters' },
  ])
})

test('the text of the error itself overrides that of its code', () => {
  const says = (language: string) => (language === 'fr' ? 'Attendez un jour' : 'Wait a day')
  expect(errorAnswer(new AppError('too_many_requests', { says }), 'fr', 'r1').message).toBe('Attendez un jour')
})
