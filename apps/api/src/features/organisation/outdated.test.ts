import { participantTypeRoutes } from '@shiloh/contract/catalogue'
import { contentRoutes } from '@shiloh/contract/content'
import { eventFormRoutes } from '@shiloh/contract/forms/form-definitions'
import { settingsRoutes } from '@shiloh/contract/organisation'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'

let app: TestApp
let admin: TestAccount

beforeAll(async () => {
  app = await testApp()
  admin = await app.account({
    type: 'admin',
    permissions: [
      'participant_types.read',
      'participant_types.create',
      'participant_types.update',
      'event_forms.read',
      'event_forms.create',
      'event_forms.update',
      'faqs.read',
      'faqs.create',
      'faqs.update',
      'settings.read',
      'settings.update',
    ],
  })
})
afterAll(() => app.close())

const makeType = async (name: string, translations: object) =>
  (await app.call(participantTypeRoutes.create, { as: admin, body: { name, translations } })).data
type Patch = Parameters<typeof participantTypeRoutes.update.body.parse>[0]
const change = async (id: string, body: object) => {
  const { data } = await app.call(participantTypeRoutes.update, { as: admin, params: { id }, body: body as Patch })
  return data.translations
}

it('a renamed record keeps its translations, with the words that they were written for, until somebody confirms them', async () => {
  const { _id } = await makeType('Bed', { de: { name: 'Bett', description: '' }, fr: { name: 'Lit' } })
  // Somebody who renames it sends no translations, or all of them as they were.
  const renamed = await change(_id, { name: 'Beds' })
  expect(renamed).toEqual({
    de: { name: 'Bett', name_translates: 'Bed' },
    fr: { name: 'Lit', name_translates: 'Bed' },
  })
  expect(
    await change(_id, { name: 'Beds for two', translations: { de: { name: 'Bett' }, fr: { name: 'Lit' } } }),
  ).toEqual(renamed)
  // Edited in German, confirmed in French.
  expect(
    await change(_id, {
      translations: {
        de: { name: 'Betten', name_translates: 'Bed' },
        fr: { name: 'Lit', name_translates: 'Beds for two' },
      },
    }),
  ).toEqual({ de: { name: 'Betten' }, fr: { name: 'Lit' } })
})

it('what was confirmed for other words is not confirmed, and words that come back are the same', async () => {
  const { _id } = await makeType('Guest', { de: { name: 'Gast' } })
  await change(_id, { name: 'Visitor' })
  expect(await change(_id, { translations: { de: { name: 'Gast', name_translates: 'Guests' } } })).toEqual({
    de: { name: 'Gast', name_translates: 'Guest' },
  })
  expect(await change(_id, { name: 'Guest' })).toEqual({ de: { name: 'Gast' } })
})

it('the same for the parts of a form, whose published version has no earlier words', async () => {
  const { data: form } = await app.call(eventFormRoutes.create, {
    as: admin,
    body: {
      name: 'Arrival',
      sections: [
        {
          title: 'Travel',
          translations: { de: { title: 'Reise' } },
          questions: [
            {
              label: 'How do you come?',
              type: 'radio',
              translations: { de: { label: 'Wie kommen Sie?' } },
              options: [
                { label: 'Bus', translations: { de: { label: 'Bus' } } },
                { label: 'Car', translations: { de: { label: 'Auto' } } },
              ],
            },
          ],
        },
      ],
    },
  })
  const [section] = form.sections
  const [question] = section?.questions ?? []
  const { data: saved } = await app.call(eventFormRoutes.update, {
    as: admin,
    params: { id: form._id },
    body: {
      sections: [
        {
          ...section,
          title: 'Travel',
          questions: [
            {
              ...question,
              label: 'How will you come?',
              type: 'radio',
              options: (question?.options ?? []).map((option) =>
                option.label === 'Car' ? { ...option, label: 'Own car' } : option,
              ),
            },
          ],
        },
      ],
    },
  })
  const [after] = saved.sections
  expect(after?.translations).toEqual({ de: { title: 'Reise' } })
  expect(after?.questions[0]?.translations).toEqual({
    de: { label: 'Wie kommen Sie?', label_translates: 'How do you come?' },
  })
  expect(after?.questions[0]?.options.map(({ translations }) => translations)).toEqual([
    { de: { label: 'Bus' } },
    { de: { label: 'Auto', label_translates: 'Car' } },
  ])
})

it('the same for questions in a language of their own, which are not found by earlier words', async () => {
  const { data: faq } = await app.call(contentRoutes.createFaq, {
    as: admin,
    body: {
      question: 'Wann beginnt das Frühstück?',
      answer: 'Um sieben.',
      language: 'de',
      translations: { en: { question: 'When is breakfast?', answer: 'At seven.' } },
    },
  })
  const { data: renamed } = await app.call(contentRoutes.updateFaq, {
    as: admin,
    params: { id: faq._id },
    body: { question: 'Wann gibt es Essen?' },
  })
  expect(renamed.translations).toEqual({
    en: {
      question: 'When is breakfast?',
      question_translates: 'Wann beginnt das Frühstück?',
      answer: 'At seven.',
    },
  })
  const found = async (search: string) =>
    (await app.call(contentRoutes.listFaqs, { as: admin, query: { search } })).data.length
  expect([await found('breakfast'), await found('Frühstück')]).toEqual([1, 0])
})

it('a change of the church’s language makes no translation older', async () => {
  const { _id } = await makeType('Child', { de: { name: 'Kind' }, fr: { name: 'Enfant' }, pt: { name: 'Criança' } })
  await change(_id, { name: 'Children' })
  await change(_id, { translations: { de: { name: 'Kinder' }, fr: { name: 'Enfants' }, pt: { name: 'Criança' } } })
  const speak = (language: 'de' | 'en') =>
    app.call(settingsRoutes.updateSettings, { as: admin, params: { name: 'client_group' }, body: { language } })
  await speak('de')
  const { data: german } = await app.call(participantTypeRoutes.get, { as: admin, params: { id: _id } })
  expect(german).toMatchObject({
    name: 'Kinder',
    translations: {
      en: { name: 'Children' },
      fr: { name: 'Enfants' },
      pt: { name: 'Criança', name_translates: 'Child' },
    },
  })
  expect(german.translations.fr).not.toHaveProperty('name_translates')
  await speak('en')
  const { data: back } = await app.call(participantTypeRoutes.get, { as: admin, params: { id: _id } })
  expect(back.translations).toEqual({
    de: { name: 'Kinder' },
    fr: { name: 'Enfants' },
    pt: { name: 'Criança', name_translates: 'Child' },
  })
})

it('the same for a setting', async () => {
  const save = async (value: object) =>
    (await app.call(settingsRoutes.updateSettings, { as: admin, params: { name: 'general_settings' }, body: value }))
      .data.general_settings
  await save({ maintenance_message: 'Back at noon', translations: { de: { maintenance_message: 'Mittags zurück' } } })
  expect(
    await save({ maintenance_message: 'Back at one', translations: { de: { maintenance_message: 'Mittags zurück' } } }),
  ).toMatchObject({
    translations: { de: { maintenance_message: 'Mittags zurück', maintenance_message_translates: 'Back at noon' } },
  })
})
