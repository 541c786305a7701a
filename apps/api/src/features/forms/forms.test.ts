import {
  eventFormRoutes,
  formQuestionRoutes,
  formSectionRoutes,
  questionOptionRoutes,
} from '@shiloh/contract/forms/form-definitions'
import { organisationRoutes } from '@shiloh/contract/organisation'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'

let app: TestApp
let admin: TestAccount

beforeAll(async () => {
  app = await testApp()
  admin = await app.account({
    type: 'admin',
    permissions: ['event_forms.read', 'event_forms.create', 'event_forms.update', 'event_forms.delete'],
  })
})
afterAll(() => app.close())

const HOW = 'a'.repeat(24)
const BUS = 'b'.repeat(24)

const whole = (name: string) => ({
  name,
  sections: [
    {
      title: 'Travel',
      questions: [
        {
          _id: HOW,
          label: 'How do you come?',
          type: 'radio',
          required: true,
          options: [{ _id: BUS, label: 'By bus', price: 1500, capacity: 40 }, { label: 'On my own' }],
        },
        {
          label: 'Where do you board?',
          type: 'text',
          max_value: 100,
          visible_when: { question_id: HOW, any_of: [BUS] },
        },
      ],
    },
  ],
})

describe('a form as a whole', () => {
  it('has its options as question_options too, and accepts either name', async () => {
    const options = [{ label: 'By bus' }, { label: 'On my own' }]
    const question = { label: 'How?', type: 'radio', question_options: options } as const
    const { data } = await app.call(eventFormRoutes.create, {
      as: admin,
      body: { name: 'Names', sections: [{ title: 'Travel', questions: [question] }] },
    })
    const [section] = data.sections
    expect(section?.questions[0]).toMatchObject({ options, question_options: options })
    const ids = { form_id: data._id, section_id: section?._id ?? '' }
    const added = await app.call(formQuestionRoutes.create, { as: admin, params: ids, body: question })
    expect(added.data).toMatchObject({ options, question_options: options })
    const list = await app.call(formQuestionRoutes.list, { as: admin, params: ids, query: {} })
    expect(list.data[1]).toMatchObject({ question_options: options })
    await app.call(eventFormRoutes.remove, { as: admin, params: { id: data._id } })
  })

  it('is made with conditions on questions that are new themselves, and read back the same', async () => {
    const { status, data } = await app.call(eventFormRoutes.create, { as: admin, body: whole('Travel form') })
    expect(status).toBe(201)
    expect(data).toMatchObject({ section_count: 1, question_count: 2, events: 0 })
    expect(data.sections[0]?.questions[0]).toMatchObject({
      _id: HOW,
      options: [
        { _id: BUS, price: 1500, capacity: 40 },
        { label: 'On my own', price: 0, capacity: null },
      ],
    })
    expect(data.sections[0]?.questions[1]?.visible_when).toEqual({ question_id: HOW, any_of: [BUS] })
    const again = await app.call(eventFormRoutes.update, {
      as: admin,
      params: { id: data._id },
      body: { sections: data.sections },
    })
    expect(again.data.sections).toEqual(data.sections)
    const taken = await app.call(eventFormRoutes.create, { as: admin, body: whole('Another form') })
    expect(taken).toMatchObject({ status: 409, code: 'duplicate' })
    const list = await app.call(eventFormRoutes.list, { as: admin, query: { search: 'travel' } })
    expect(list.data.map(({ name }) => name)).toEqual(['Travel form'])
    expect((await app.call(eventFormRoutes.remove, { as: admin, params: { id: data._id } })).status).toBe(200)
  })

  it('refuses bounds in the wrong order and scores on what is not chosen', async () => {
    const ask = (question: object) =>
      app.call(eventFormRoutes.create, {
        as: admin,
        body: { name: 'Refused', sections: [{ title: 'S', questions: [{ label: 'Q', ...question }] }] },
      })
    const bounds = await ask({ type: 'number', min_value: 5, max_value: 1 })
    expect(bounds).toMatchObject({ status: 422, errors: [{ field: 'max_value' }] })
    const scores = await ask({ type: 'text', rating_scores: [1, 2] })
    expect(scores).toMatchObject({ status: 422, errors: [{ field: 'rating_scores' }] })
    expect((await ask({ type: 'date', min_date: '2026-02-30' })).status).toBe(422)
  })
})

describe('a form in several languages', () => {
  const asked = {
    title: 'Travel',
    translations: { de: { title: 'Anreise', description: 'wird nicht gesagt' } },
    questions: [
      {
        _id: HOW,
        label: 'How do you come?',
        help: 'Roughly.',
        type: 'radio',
        translations: { de: { label: 'Wie kommen Sie?', help: ' ' }, fr: { label: '' } },
        options: [
          { _id: BUS, label: 'By bus', translations: { de: { label: 'Mit dem Bus' } } },
          { label: 'On my own', translations: {} },
        ],
      },
    ],
  } as const

  it('gives editors the own texts and the translations, without the empty ones', async () => {
    const { data } = await app.call(eventFormRoutes.create, {
      as: admin,
      headers: { 'accept-language': 'de' },
      body: { name: 'Languages', sections: [asked] },
    })
    const [section] = data.sections
    expect(section).toMatchObject({ title: 'Travel', translations: asked.translations })
    expect(section?.questions[0]).toMatchObject({
      label: 'How do you come?',
      translations: { de: { label: 'Wie kommen Sie?' } },
      options: [{ label: 'By bus', translations: { de: { label: 'Mit dem Bus' } } }, { label: 'On my own' }],
    })
    expect(section?.questions[0]?.translations).toEqual({ de: { label: 'Wie kommen Sie?' } })
    const at = { form_id: data._id, section_id: section?._id ?? '', question_id: HOW }
    const option = await app.call(questionOptionRoutes.update, {
      as: admin,
      params: { ...at, id: BUS },
      body: { translations: { fr: { label: 'En car' } } },
    })
    expect(option.data).toMatchObject({ label: 'By bus', translations: { fr: { label: 'En car' } } })
    const wrong = await app.call(questionOptionRoutes.update, {
      as: admin,
      params: { ...at, id: BUS },
      body: { translations: { fr: { label: 'x'.repeat(201) } } },
    })
    expect(wrong.status).toBe(422)
  })

  it('that was opened before the church changed its language writes over none of its texts', async () => {
    const chief = await app.account({ type: 'admin', permissions: ['settings.update'] })
    const speak = (language: 'en' | 'de') =>
      app.call(organisationRoutes.updateSettings, { as: chief, params: { name: 'client_group' }, body: { language } })
    const shirt = { title: 'Shirts', translations: { de: { title: 'Hemden' } } }
    const { data } = await app.call(eventFormRoutes.create, { as: admin, body: { name: 'Shirts', sections: [shirt] } })
    const params = { id: data._id }
    const save = (texts_language: typeof data.texts_language) =>
      app.call(eventFormRoutes.update, { as: admin, params, body: { sections: data.sections, texts_language } })
    expect(data.texts_language).toBe('en')
    await speak('de')
    expect(await save(data.texts_language)).toMatchObject({ status: 409, code: 'texts_language_changed' })
    const kept = await app.call(eventFormRoutes.get, { as: admin, params })
    expect(kept.data).toMatchObject({
      texts_language: 'de',
      sections: [{ title: 'Hemden', translations: { en: { title: 'Shirts' } } }],
    })
    await speak('en')
    expect((await save('en')).data.sections).toMatchObject([shirt])
  })

  it('part by part, neither', async () => {
    const chief = await app.account({ type: 'admin', permissions: ['settings.update'] })
    const speak = (language: 'en' | 'de') =>
      app.call(organisationRoutes.updateSettings, { as: chief, params: { name: 'client_group' }, body: { language } })
    const lift = {
      title: 'Lift',
      translations: { de: { title: 'Mitfahren' } },
      questions: [
        {
          label: 'Do you need a lift?',
          type: 'radio' as const,
          translations: { de: { label: 'Fahren Sie mit?' } },
          options: [{ label: 'Yes', translations: { de: { label: 'Ja' } } }],
        },
      ],
    }
    const form = await app.call(eventFormRoutes.create, { as: admin, body: { name: 'Lifts', sections: [lift] } })
    const [section] = form.data.sections
    const [question] = section?.questions ?? []
    const ofForm = { form_id: form.data._id }
    const inSection = { ...ofForm, section_id: section?._id ?? '' }
    const inQuestion = { ...inSection, question_id: question?._id ?? '' }
    const optionId = question?.options[0]?._id ?? ''
    const typed = { texts_language: form.data.texts_language }
    await speak('de')
    const refused = [
      await app.call(formSectionRoutes.create, { as: admin, params: ofForm, body: { title: 'More', ...typed } }),
      await app.call(formSectionRoutes.update, {
        as: admin,
        params: { ...ofForm, id: inSection.section_id },
        body: { title: 'Lifts', ...typed },
      }),
      await app.call(formQuestionRoutes.create, {
        as: admin,
        params: inSection,
        body: { label: 'From where?', type: 'text', ...typed },
      }),
      await app.call(formQuestionRoutes.update, {
        as: admin,
        params: { ...inSection, id: inQuestion.question_id },
        body: { label: 'A lift?', ...typed },
      }),
      await app.call(questionOptionRoutes.create, { as: admin, params: inQuestion, body: { label: 'No', ...typed } }),
      await app.call(questionOptionRoutes.update, {
        as: admin,
        params: { ...inQuestion, id: optionId },
        body: { label: 'Yes, please', ...typed },
      }),
    ]
    expect(refused.map(({ code }) => code)).toEqual(refused.map(() => 'texts_language_changed'))
    const kept = await app.call(eventFormRoutes.get, { as: admin, params: { id: form.data._id } })
    expect(kept.data.sections).toMatchObject([
      { title: 'Mitfahren', questions: [{ label: 'Fahren Sie mit?', options: [{ label: 'Ja' }] }] },
    ])
    const own = await app.call(questionOptionRoutes.update, {
      as: admin,
      params: { ...inQuestion, id: optionId },
      body: { label: 'Ja, bitte', texts_language: 'de' },
    })
    expect(own).toMatchObject({ status: 200, data: { label: 'Ja, bitte' } })
    await speak('en')
  })
})

describe('a form part by part', () => {
  it('grows, changes and shrinks, each part only under its own parents', async () => {
    const { data: form } = await app.call(eventFormRoutes.create, { as: admin, body: { name: 'By parts' } })
    const { data: other } = await app.call(eventFormRoutes.create, { as: admin, body: { name: 'Other' } })
    const section = await app.call(formSectionRoutes.create, {
      as: admin,
      params: { form_id: form._id },
      body: { title: 'First' },
    })
    const inSection = { form_id: form._id, section_id: section.data._id }
    const question = await app.call(formQuestionRoutes.create, {
      as: admin,
      params: inSection,
      body: { label: 'Size', type: 'select', options: [{ label: 'S' }] },
    })
    const inQuestion = { ...inSection, question_id: question.data._id }
    const option = await app.call(questionOptionRoutes.create, { as: admin, params: inQuestion, body: { label: 'M' } })
    expect(option.data).toMatchObject({ position: 1, price: 0 })
    await app.call(questionOptionRoutes.update, {
      as: admin,
      params: { ...inQuestion, id: option.data._id },
      body: { price: 500, position: 0 },
    })
    const options = await app.call(questionOptionRoutes.list, { as: admin, params: inQuestion })
    expect(options.meta.total).toBe(2)
    const stranger = await app.call(formSectionRoutes.get, {
      as: admin,
      params: { form_id: other._id, id: section.data._id },
    })
    expect(stranger.status).toBe(404)
    const elsewhere = await app.call(questionOptionRoutes.remove, {
      as: admin,
      params: { form_id: other._id, section_id: section.data._id, question_id: question.data._id, id: option.data._id },
    })
    expect(elsewhere.status).toBe(404)
    const changed = await app.call(formQuestionRoutes.update, {
      as: admin,
      params: { ...inSection, id: question.data._id },
      body: { required: true, help: 'As on the label' },
    })
    expect(changed.data).toMatchObject({ label: 'Size', required: true, help: 'As on the label' })
    await app.call(formSectionRoutes.remove, { as: admin, params: { form_id: form._id, id: section.data._id } })
    const empty = await app.call(eventFormRoutes.get, { as: admin, params: { id: form._id } })
    expect(empty.data).toMatchObject({ sections: [], question_count: 0 })
  })
})
