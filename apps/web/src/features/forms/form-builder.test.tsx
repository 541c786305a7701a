// @vitest-environment happy-dom
import { participantTypeRoutes } from '@shiloh/contract/catalogue'
import { type EventFormDetail, eventFormRoutes } from '@shiloh/contract/forms/form-definitions'
import { type Use, usageRoutes } from '@shiloh/contract/usage'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fill, idOf, showScreen } from '../../../test/screen.tsx'
import { FormBuilder } from './form-builder.tsx'

const question = (number: number, label: string): EventFormDetail['sections'][number]['questions'][number] => ({
  _id: idOf(number),
  label,
  help: '',
  type: 'text',
  required: false,
  min_value: null,
  max_value: null,
  min_date: null,
  max_date: null,
  visible_when: null,
  participant_type_ids: [],
  rating_scores: [],
  options: [],
})
const stored: EventFormDetail = {
  _id: idOf(10),
  name: 'Camp questions',
  texts_language: 'en',
  description: '',
  section_count: 1,
  question_count: 3,
  events: 0,
  created_at: '2026-11-01T10:00:00.000Z',
  updated_at: '2026-11-01T10:00:00.000Z',
  sections: [
    {
      _id: idOf(20),
      title: 'Camp',
      description: '',
      questions: [question(21, 'Tent?'), question(22, 'Arrival?'), question(23, 'Bus?')],
    },
  ],
}

const show = () =>
  showScreen(
    () => <FormBuilder form={stored} />,
    (server) => {
      server.answer(participantTypeRoutes.query, [{ _id: idOf(30), name: 'Member' }])
      server.answer(eventFormRoutes.update, stored)
    },
    { path: `/admin/event-forms/${stored._id}` },
  )
const button = (name: string | RegExp) => screen.findByRole('button', { name })
/** The description of a field. */
const describing = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent?.trim()
const labels = () => screen.getAllByRole('button', { expanded: false }).map((one) => one.textContent)

it('adds a question, shows what is wrong with it at its field, and saves the whole form', async () => {
  const { user, server } = await show()
  await user.click(await button('Add a question'))
  const words = screen.getByLabelText(/^Question/)
  expect(document.activeElement).toBe(words)
  await user.click(await button('Save form'))
  await expect.poll(() => describing(words)).toBe('Please fill this in.')
  await expect.poll(() => document.activeElement).toBe(words)
  expect(server.calls(eventFormRoutes.update)).toHaveLength(0)

  const [first = words, second = words] = screen.getAllByLabelText(/^Answer/)
  await fill(user, words, 'Food?')
  await fill(user, first, 'Rice')
  await fill(user, second, 'Fufu')
  expect(screen.getByRole('complementary').textContent).toMatch(/Food\?.*Rice.*Fufu/)
  await user.click(await button('Save form'))
  await expect.poll(() => server.calls(eventFormRoutes.update)).toHaveLength(1)
  expect(server.calls(eventFormRoutes.update)[0]).toMatchObject({
    params: { id: stored._id },
    body: {
      name: 'Camp questions',
      sections: [
        {
          questions: [
            { label: 'Tent?' },
            { label: 'Arrival?' },
            { label: 'Bus?' },
            { label: 'Food?', options: [{ label: 'Rice' }, { label: 'Fufu' }] },
          ],
        },
      ],
    },
  })
})

it('moves a question by key, keeps it in focus and announces its place; discarding asks first', async () => {
  const { user } = await show()
  const tent = await button(/^Tent\?/)
  tent.focus()
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
  expect(labels().slice(0, 2)).toEqual([expect.stringContaining('Arrival?'), expect.stringContaining('Tent?')])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move Tent? down' }))
  expect(
    screen
      .getAllByRole('status')
      .map((one) => one.textContent)
      .join(),
  ).toContain('Tent?')
  await user.click(await button('Discard changes'))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Discard changes' }))
  expect(labels()[0]).toContain('Tent?')
  expect(screen.queryByRole('button', { name: 'Save form' })).toBeNull()
})

it('opens the question that the server refuses, with its sentence at the field', async () => {
  const { user, server } = await show()
  server.refuse(eventFormRoutes.update, {
    status: 422,
    code: 'invalid',
    message: 'Some details need your attention.',
    errors: [{ field: `questions.${idOf(22)}.label`, code: 'invalid', message: 'Not this word.' }],
  })
  await fill(user, screen.getByLabelText(/^Name/), 'Camp 2')
  await user.click(await button('Save form'))
  const editor = await screen.findByLabelText(/^Question/)
  await expect.poll(() => editor.getAttribute('aria-invalid')).toBe('true')
  expect(editor).toHaveProperty('value', 'Arrival?')
  expect(describing(editor)).toBe('Not this word.')
  expect(screen.getByRole('alert').textContent).toContain('Some details need your attention.')
})

it('shows all texts in every language with what is missing, and saves a translation with the form', async () => {
  const { user, server } = await show()
  await user.click(await screen.findByRole('radio', { name: 'Languages' }))
  // The title and three questions. The columns are English, Deutsch, Français, Português.
  expect((await screen.findAllByText('Deutsch: 4 missing')).length).toBe(1)
  await user.click(screen.getAllByRole('button', { name: /Question 1 is missing/ })[0] ?? document.body)
  await fill(user, screen.getByLabelText('Question 1, Deutsch'), 'Zelt?')
  await expect.poll(() => screen.queryAllByText('Deutsch: 3 missing').length).toBe(1)
  await user.click(await button('Save form'))
  await expect.poll(() => server.calls(eventFormRoutes.update)).toHaveLength(1)
  expect(server.calls(eventFormRoutes.update)[0]?.body).toMatchObject({
    sections: [{ title: 'Camp', questions: [{ label: 'Tent?', translations: { de: { label: 'Zelt?' } } }, {}, {}] }],
  })
})

it('says before the form is saved who chose an option that is gone, and saves it when that is confirmed', async () => {
  const [section] = stored.sections
  const choice = (number: number, label: string) => ({
    _id: idOf(number),
    label,
    translations: {},
    price: 0,
    capacity: null,
  })
  const travel = {
    ...question(25, 'Travel?'),
    type: 'radio' as const,
    options: [choice(26, 'Bus'), choice(27, 'Car'), choice(28, 'Train')],
  }
  const form = section ? { ...stored, sections: [{ ...section, questions: [travel] }] } : stored
  const chosen: Use = {
    says: '2 reservations that chose it',
    count: 2,
    blocks: false,
    deleted: false,
    kept: false,
    link: null,
    records: [],
  }
  const { user, server } = await showScreen(
    () => <FormBuilder form={form} />,
    (fake) => {
      fake.answer(participantTypeRoutes.query, [])
      fake.answer(usageRoutes.readUsage, [chosen])
      fake.answer(eventFormRoutes.update, form)
    },
    { path: `/admin/event-forms/${stored._id}` },
  )
  await user.click(await button(/^Travel\?/))
  await user.click(await button('Remove Answer 2'))
  await user.click(await button('Save form'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Save although people have answered?' }))
  expect(dialog.getByText('Car')).toBeTruthy()
  expect(dialog.getByText('2 reservations that chose it')).toBeTruthy()
  expect(server.calls(eventFormRoutes.update)).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Save form' }))
  await expect.poll(() => server.calls(eventFormRoutes.update)).toHaveLength(1)
  expect(server.calls(usageRoutes.readUsage)).toHaveLength(1)
})

it('says before the form is saved that answers to other words are counted apart', async () => {
  const answered: Use = {
    says: '57 reservations with an answer',
    count: 57,
    blocks: false,
    deleted: false,
    kept: false,
    link: null,
    records: [],
  }
  const { user, server } = await showScreen(
    () => <FormBuilder form={stored} />,
    (fake) => {
      fake.answer(participantTypeRoutes.query, [])
      fake.answer(usageRoutes.readUsage, [answered])
      fake.answer(eventFormRoutes.update, stored)
    },
    { path: `/admin/event-forms/${stored._id}` },
  )
  await user.click(await button(/^Tent\?/))
  await user.type(await screen.findByRole('textbox', { name: 'Question' }), ' Or a caravan?')
  await user.click(await button('Save form'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Save although people have answered?' }))
  expect(dialog.getByText(/count the answers given so far apart, under the former wording/)).toBeTruthy()
  expect(dialog.getByText('Tent?')).toBeTruthy()
  expect(dialog.getByText('57 reservations with an answer')).toBeTruthy()
  expect(server.calls(eventFormRoutes.update)).toEqual([])
})

it('says before a question is removed who answered it and which questions depend on it', async () => {
  const dependent = { ...question(24, 'How many tents?'), visible_when: { question_id: idOf(21), any_of: ['yes'] } }
  const [section] = stored.sections
  const form = section
    ? { ...stored, sections: [{ ...section, questions: [...section.questions, dependent] }] }
    : stored
  const answered: Use = {
    says: '2 reservations with an answer',
    count: 2,
    blocks: false,
    deleted: false,
    kept: false,
    link: null,
    records: [{ name: 'CAMP-7', link: '/admin/reservations/7' }],
  }
  const { user } = await showScreen(
    () => <FormBuilder form={form} />,
    (server) => {
      server.answer(participantTypeRoutes.query, [{ _id: idOf(30), name: 'Member' }])
      server.answer(usageRoutes.readUsage, [answered])
    },
    { path: `/admin/event-forms/${stored._id}` },
  )
  await user.click(await button('Remove Tent?'))
  const dialog = within(await screen.findByRole('dialog'))
  expect((await dialog.findByRole('link', { name: 'CAMP-7' })).getAttribute('href')).toBe('/admin/reservations/7')
  expect(dialog.getByText('How many tents?')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Remove' }))
  await expect.poll(() => screen.queryByRole('button', { name: 'Remove Tent?' })).toBeNull()
})
